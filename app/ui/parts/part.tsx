import type { ReactNode } from "react";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="parts-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="parts-state">
      <span className="xs muted">{name}</span>
      {children}
    </div>
  );
}
