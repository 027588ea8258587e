import type { ReactNode } from "react";
import { numbered } from "../model/format.js";
import { usePanel } from "./context.js";

interface TraceBannerProps {
  readonly onLeave: () => void;
  readonly leaving: string;
}

/** Says that a trace is shown, not the application. */
export function TraceBanner({ onLeave, leaving }: TraceBannerProps): ReactNode {
  const { source } = usePanel();
  if (source.trace === undefined) return null;
  const { name, trace } = source;
  const { problems } = trace;
  return (
    <div className="trace-banner">
      <p>
        Trace <strong>{name}</strong>, opened from a file
        {problems.length > 0 && (
          <span className="problems" title={problems.map(problemText).join("\n")}>
            {" "}
            · {numbered(problems.length, "line")} could not be read as a frame (first: line{" "}
            {problems[0]?.line}. {problems[0]?.message})
          </span>
        )}
      </p>
      <button type="button" className="button" onClick={onLeave}>
        {leaving}
      </button>
    </div>
  );
}

function problemText({ line, message }: { line: number; message: string }): string {
  return `line ${line}: ${message}`;
}
