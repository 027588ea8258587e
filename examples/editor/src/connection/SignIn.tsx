import { useAgent } from "@acp-store/react";
import type { ReactElement } from "react";
import { getAgentTitle } from "../shell/getAgentTitle.js";
import { Icon, Spinner } from "../ui/Icon.js";
import { Notice } from "./Notice.js";

interface SignInProps {
  readonly error?: string;
  readonly isBusy: boolean;
  readonly onChoose: (methodId: string) => void;
}

/** Offers the agent's sign-in methods when it requires authentication. */
export function SignIn({ error, isBusy, onChoose }: SignInProps): ReactElement {
  const agent = useAgent();
  const methods = agent.authMethods ?? [];
  const title = `Sign in to ${getAgentTitle(agent) ?? "the agent"}`;
  const detail =
    methods.length > 0
      ? "The agent requires you to sign in before it opens a session."
      : "The agent does not offer a way to sign in here. Sign in with its own program, then reload this page.";
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
          The agent handles the sign-in. This page never sees your password.
        </p>
      )}
    </Notice>
  );
}
