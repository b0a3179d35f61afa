import type { ReactNode } from "react";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-6 hairline-t py-8">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2">
      <span className="text-xs text-ink-2">{name}</span>
      {children}
    </div>
  );
}
