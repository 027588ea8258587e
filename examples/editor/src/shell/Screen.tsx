import type { ReactElement, ReactNode } from "react";
import "./screen.css";

/** A centered message on an otherwise empty page. */
export function Screen({ children }: { children: ReactNode }): ReactElement {
  return (
    <main className="screen">
      <div className="screen-content">{children}</div>
    </main>
  );
}
