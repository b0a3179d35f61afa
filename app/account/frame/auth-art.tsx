import { Compare } from "../../ui/compare.tsx";

export function AuthArt() {
  return (
    <aside
      className="sticky top-0 hidden h-screen max-h-[60rem] p-4 pl-0 lg:block [&_.compare]:h-full"
      aria-label="Example result"
    >
      <Compare
        after={
          <img
            src="/pictures/auth-after.webp"
            alt="The same desk after enhancement: clear light, true colours, crisp detail"
            width="720"
            height="900"
            loading="lazy"
          />
        }
        before={
          <img
            src="/pictures/auth-before.webp"
            alt="The desk before: a perfume bottle in dull light"
            width="720"
            height="900"
            loading="lazy"
          />
        }
        labels={{ before: "Before", after: "After" }}
      />
    </aside>
  );
}
