import { brand } from "../brand.ts";

const facets = (
  <>
    <path fill="currentColor" d="M15 4.5H9.2L2.5 13 15 28.6z" />
    <path fill="#0a7d5a" d="M17 4.5v24.1L29.5 13l-6.7-8.5z" />
    <path fill="#14a277" d="M17 13h5.4L17 28.6z" />
    <path fill="#3fd3a0" d="M17 4.5h5.8L22.4 13H17z" />
  </>
);

export function BrandMark({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true">
      {facets}
    </svg>
  );
}

export function BrandLogo() {
  return (
    <>
      <svg className="h-[30px] w-auto max-[21rem]:h-[26px]" viewBox="0 0 216 44" aria-hidden="true">
        <g transform="translate(-1 4) scale(1.12)">{facets}</g>
        <path
          stroke="currentColor"
          fill="none"
          strokeWidth="4.6"
          d="M47.3 34V8.3h8.2a7.4 7.4 0 0 1 0 14.8h-8.2M70.3 34V5.5M70.3 23.5a6.4 6.4 0 0 1 12.8 0V34M97.5 16.2a8 7.9 0 1 0 .01 0zM112.6 9.5v18.2c0 3 1.6 4 4.2 4h1.5M108.5 17.3h9.8M129.8 16.2a8 7.9 0 1 0 .01 0zM160 14.2v19.6a7.4 6.8 0 0 1-14 2.8M152.1 16.2a7.9 7.9 0 1 0 .01 0zM168.2 24.4h15.7a7.8 7.9 0 1 0-2.5 5.5M192 34V13.9M192 22.7a5.3 6.4 0 0 1 10.6 0V34M202.6 22.7a5.3 6.4 0 0 1 10.6 0V34"
        />
      </svg>
      <span className="sr-only">{brand.name}</span>
    </>
  );
}
