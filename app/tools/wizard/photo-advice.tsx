/**
 * What may be worth knowing of the photo before a gem is spent on it. Announced once, when it becomes known: from step
 * to step it is the same element, seen or (`aside`) not.
 */
export function PhotoAdvice({ sentences, aside }: { sentences: string[]; aside: boolean }) {
  return (
    <div className={aside || !sentences.length ? "sr-only" : "grid grid-cols-1 gap-2 panel text-sm"} role="status">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
