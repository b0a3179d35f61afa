import { photoExtensions } from "../../photos/upload/limits.ts";

const accept = photoExtensions.join(",");

/**
 * With scripts the chosen photo is sent at once; without, the second button sends it. While the scripts load, that
 * button appears with the focus, so that nothing moves when they arrive.
 */
export function TryForm({ label = "Try it with your photo", primary = false }: { label?: string; primary?: boolean }) {
  return (
    <form
      className="group grid w-full grid-cols-1 gap-2 md:justify-items-start"
      method="post"
      action="/try"
      encType="multipart/form-data"
      data-try
    >
      <label
        className={`relative btn-lg flex-wrap overflow-hidden focus-within:[outline:var(--ring)] focus-within:[outline-offset:var(--ring-gap)] ${primary ? "btn-primary" : "btn-secondary"}`}
      >
        <span data-try-words>{label}</span>
        <input className="absolute inset-0 w-full cursor-pointer opacity-0" type="file" name="image" accept={accept} />
      </label>
      <button type="submit" className="btn-secondary not-noscript:group-not-focus-within:hidden js:hidden">
        See it enhanced
      </button>
      <p className="text-sm text-ink-2">
        Free, no account. Our own server enhances your photo and deletes it after one hour.{" "}
        <a href="/privacy#try">Privacy</a>
      </p>
    </form>
  );
}
