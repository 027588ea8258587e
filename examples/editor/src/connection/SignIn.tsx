import { type Auth, useAgent } from "@acp-store/react";
import type { ReactElement } from "react";
import { Icon, Notice, Spinner, getAgentTitle, toSentence } from "@acp-store/ui";

interface SignInProps {
  readonly auth: Auth;
  readonly onChoose: (methodId: string) => void;
}

/** Offers the agent's sign-in methods when it requires authentication. */
export function SignIn({ auth, onChoose }: SignInProps): ReactElement {
  const title = `Sign in to ${useAgent(getAgentTitle) ?? "the agent"}`;
  const { status, methods } = auth;
  // The page has no terminal in which the agent's program could ask for a password.
  const offered = methods.filter(({ type }) => type !== "terminal");
  const detail =
    offered.length > 0
      ? "The agent requires you to sign in before it works for you."
      : "The agent does not offer a way to sign in here. Sign in with its own program, then reload this page.";
  const current = status === "in_progress" ? auth.methodId : undefined;
  const failed = status === "failed" ? auth : undefined;
  const failedName = offered.find(({ id }) => id === failed?.methodId)?.name;
  return (
    <Notice tone="neutral" icon="key" title={title} detail={detail}>
      {failed !== undefined && (
        <p className="sign-in-error" role="alert">
          <Icon name="alert" />
          <span>
            {failedName === undefined ? "The sign-in failed" : `${failedName} failed`}:{" "}
            {toSentence(failed.error.message)}
          </span>
        </p>
      )}
      {offered.length > 0 && (
        <div className="sign-in" role="group" aria-label={title}>
          {offered.map(({ id, name, description }) => (
            <button
              key={id}
              type="button"
              className="acp-button sign-in-method"
              disabled={current !== undefined}
              onClick={() => onChoose(id)}
            >
              <span className="sign-in-text">
                <span className="sign-in-name">{name}</span>
                {description && <span className="sign-in-description">{description}</span>}
              </span>
              {id === current ? <Spinner /> : <Icon name="chevron" />}
            </button>
          ))}
        </div>
      )}
      <p className="fine-print" role="status">
        {current !== undefined && "Signing in…"}
        {current === undefined && offered.length > 0 && (
          <>
            <Icon name="shield" />
            The agent handles the sign-in. This page never sees your password.
          </>
        )}
      </p>
    </Notice>
  );
}
