/** Announced once: the same element persists across steps, hidden with `aside`. */
export function PhotoAdvice({ sentences, aside }: { sentences: string[]; aside: boolean }) {
  return (
    <div className={aside || !sentences.length ? "vh" : "panel small stack stack-2"} role="status">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
