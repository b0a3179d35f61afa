/** Announced once: the same element persists across steps, hidden with `aside`. */
export function PhotoAdvice({ sentences, aside }: { sentences: string[]; aside: boolean }) {
  return (
    <div className={aside || !sentences.length ? "sr-only" : "grid grid-cols-1 gap-2 panel text-sm"} role="status">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
