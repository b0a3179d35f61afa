import type { ReactNode } from "react";

export type IconName = keyof typeof shapes;

/** A decorative icon, 24 × 24 units, in the text's colour. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : "icon"} viewBox="0 0 24 24" aria-hidden="true">
      {shapes[name]}
    </svg>
  );
}

const shapes = {
  gem: (
    <>
      <path d="M7 4h10l4.5 6L12 20.5 2.5 10zM12 4v16.5M12 10h9.5M17 4l-1 6-4 10.5" />
    </>
  ),
  upload: (
    <>
      <path d="M12 15.5V4M7.5 8.5 12 4l4.5 4.5M4 15.5V18a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2.5" />
    </>
  ),
  download: (
    <>
      <path d="M12 4v11.5M7.5 11l4.5 4.5 4.5-4.5M4 15.5V18a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2.5" />
    </>
  ),
  portrait: (
    <>
      <path d="M4 8V6a2 2 0 0 1 2-2h2M16 4h2a2 2 0 0 1 2 2v2M20 16v2a2 2 0 0 1-2 2h-2M8 20H6a2 2 0 0 1-2-2v-2M7.5 17c.6-2.6 2.3-4 4.5-4s3.9 1.4 4.5 4" />
      <circle cx="12" cy="9.5" r="2.5" />
    </>
  ),
  crop: <path d="M7 2.5V17h14.5M2.5 7H17v14.5" />,
  palette: (
    <>
      <path d="M12 3.5a8.5 8.5 0 1 0 0 17c1.2 0 1.9-.8 1.9-1.8 0-1.5-1.1-1.7-1.1-2.9 0-.9.7-1.6 1.6-1.6h2.1a4 4 0 0 0 4-4c0-3.7-3.8-6.7-8.5-6.7zM7.5 12.5h.01M9.5 8h.01M14.5 7.5h.01" />
    </>
  ),
  layers: (
    <>
      <path d="m12 3.5 9 4.7-9 4.7-9-4.7zM3.5 12.5l8.5 4.4 8.5-4.4M3.5 16.5l8.5 4.4 8.5-4.4" />
    </>
  ),
  sparkle: (
    <>
      <path d="M10 4.5c.8 4.2 2.3 5.7 6.5 6.5-4.2.8-5.7 2.3-6.5 6.5-.8-4.2-2.3-5.7-6.5-6.5 4.2-.8 5.7-2.3 6.5-6.5zM18 3.5v4M16 5.5h4M18.5 16.5v4M16.5 18.5h4" />
    </>
  ),
  gallery: (
    <>
      <rect x="3.5" y="4" width="17" height="16" rx="2.5" />
      <circle cx="8.5" cy="9" r="1.5" />
      <path d="m4 17 4.5-4 3.5 3 3.5-3.5 5 4.5" />
    </>
  ),
  dashboard: (
    <>
      <rect x="4" y="4" width="7" height="9" rx="1.5" />
      <rect x="14" y="4" width="6" height="5" rx="1.5" />
      <rect x="14" y="12" width="6" height="8" rx="1.5" />
      <rect x="4" y="16" width="7" height="4" rx="1.5" />
    </>
  ),
  settings: (
    <>
      <path d="M4 7h9M17.5 7H20M4 17h2.5M11 17h9" />
      <circle cx="15.2" cy="7" r="2.3" />
      <circle cx="8.8" cy="17" r="2.3" />
    </>
  ),
  share: (
    <>
      <path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3L12 6.3M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1" />
    </>
  ),
  trash: (
    <>
      <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 11.2a2 2 0 0 0 2 1.8h5.4a2 2 0 0 0 2-1.8L17.5 7M10.2 11v5M13.8 11v5" />
    </>
  ),
  pencil: (
    <>
      <path d="m4 20 1-4.5L15.8 4.7a2 2 0 0 1 2.8 0l.7.7a2 2 0 0 1 0 2.8L8.5 19zM13.5 7l3.5 3.5" />
    </>
  ),
  check: (
    <>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5l3.2 2" />
    </>
  ),
  warning: (
    <>
      <path d="M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01" />
    </>
  ),
  eye: (
    <>
      <path d="M2.5 12C4.5 8 8 6 12 6s7.5 2 9.5 6c-2 4-5.5 6-9.5 6s-7.5-2-9.5-6z" />
      <circle cx="12" cy="12" r="2.8" />
    </>
  ),
  "eye-off": (
    <>
      <path d="M4 4l16 16M9.5 6.3A10 10 0 0 1 12 6c4 0 7.5 2 9.5 6a13 13 0 0 1-2.7 3.5M6 7.7A12.5 12.5 0 0 0 2.5 12c2 4 5.5 6 9.5 6 1.5 0 2.9-.3 4.2-.8M10 10a2.8 2.8 0 0 0 4 4" />
    </>
  ),
  moon: (
    <>
      <path d="M20 14.2A8.3 8.3 0 0 1 9.8 4a8.3 8.3 0 1 0 10.2 10.2z" />
    </>
  ),
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4" />
    </>
  ),
  menu: (
    <>
      <path d="M4 8h16M4 16h16" />
    </>
  ),
  close: (
    <>
      <path d="m6 6 12 12M18 6 6 18" />
    </>
  ),
  back: (
    <>
      <path d="M20 12H4.5M11 5.5 4.5 12l6.5 6.5" />
    </>
  ),
  plus: (
    <>
      <path d="M12 5v14M5 12h14" />
    </>
  ),
  search: (
    <>
      <path d="m15.5 15.5 5 5" />
      <circle cx="10.5" cy="10.5" r="6.5" />
    </>
  ),
  more: (
    <>
      <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3.5" />
    </>
  ),
  list: (
    <>
      <path d="M9.5 6.5H20M9.5 12H20M9.5 17.5H20M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01" />
    </>
  ),
  offline: (
    <>
      <path d="M4 4l16 16M8.5 14.5a5 5 0 0 1 5.5-1M5.2 11.2A10 10 0 0 1 9.5 8.7M13 8.2a10 10 0 0 1 5.8 3M12 18.5h.01" />
    </>
  ),
  pause: (
    <>
      <path d="M9 6v12M15 6v12" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export const iconNames = Object.keys(shapes) as IconName[];
