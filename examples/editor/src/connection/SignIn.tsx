import { useAgent } from "@acp-store/react";
import type { ReactElement } from "react";
import { agentTitle } from "../shell/agentTitle.js";
import { Icon, Spinner } from "../ui/Icon.js";
import { Notice } from "./Notice.js";

interface SignInProps {
  readonly error?: string;
  readonly isBusy: boolean;
  readonly onChoose: (methodId: string) => void;
}

/** The agent wants to know who is there, and offers its own ways to say so. */
export function SignIn({ error, isBusy, onChoose }: SignInProps): ReactElement {
  const agent = useAgent();
  const methods = agent.authMethods ?? [];
  const title = `Sign in to ${agentTitle(agent) ?? "the agent"}`;
  const detail =
    methods.length > 0
      ? "It asks for that before it opens a session."
      : "It offers no way to do that here. Sign in with its own program, then reload.";
  return (
    <Notice tone="neutral" icon="key" title={title} detail={detail}>
      <div className="sign-in" role="group" aria-label={title}>
        {methods.map(({ id, name, description }) => (
          <button
            key={id}
            type="button"
            className="button sign-in-method"
            disabled={isBusy}
            onClick={() => onChoose(id)}
          >
            <span className="sign-in-name">{name}</span>
            {description && <span className="sign-in-description">{description}</span>}
          </button>
        ))}
      </div>
      {error !== undefined && (
        <p className="sign-in-error" role="alert">
          <Icon name="alert" />
          {error}
        </p>
      )}
      {isBusy && (
        <p className="connecting-step" role="status">
          <Spinner />
          Signing in…
        </p>
      )}
      {methods.length > 0 && !isBusy && (
        <p className="fine-print">
          <Icon name="shield" />
          Signing in happens in the agent: this page never sees a password.
        </p>
      )}
    </Notice>
  );
}
