import type { ReactElement, ReactNode } from "react";
import { Spinner } from "@acp-store/ui";
import "./connection.css";

interface ConnectingStepProps {
  readonly step: string;
  /** The command line of the agent, once it is known. */
  readonly command?: string;
  readonly children?: ReactNode;
}

/** A step of the way to the first session, with a spinner. */
export function ConnectingStep({ step, command, children }: ConnectingStepProps): ReactElement {
  return (
    <div className="connecting">
      <p className="connecting-step" role="status">
        <Spinner />
        {step}…
      </p>
      <code className={`acp-command ${command === undefined ? "command-unknown" : ""}`}>
        {command ?? "\u00A0"}
      </code>
      {children}
    </div>
  );
}
