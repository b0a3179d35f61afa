import { Compare } from "../../ui/compare.tsx";

export function AuthArt() {
  return (
    <aside className="auth-art" aria-label="Example result">
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
