import type { ReactNode } from "react";

interface SectionProps {
  readonly title: string;
  readonly count: number;
  readonly tone: "accent" | "warn" | "bad";
  readonly children: ReactNode;
}

/** A part of a view; without items it is not shown. */
export function Section({ title, count, tone, children }: SectionProps): ReactNode {
  if (count === 0) return null;
  return (
    <section className={`section ${tone}`} aria-label={title}>
      <h3>
        {title} <span className="count">{count.toLocaleString("en")}</span>
      </h3>
      {children}
    </section>
  );
}
