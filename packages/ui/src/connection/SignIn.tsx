import { type Auth, useAgent } from "@acp-store/react";
import type { ReactElement } from "react";
import { Icon, Spinner } from "../controls/Icon.js";
import { toSentence } from "../format/errors.js";
import { connectionTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { getAgentTitle } from "./getAgentTitle.js";
import { Notice } from "./Notice.js";

interface SignInProps {
  readonly auth: Auth;
  readonly onSignIn: ((methodId: string) => void) | undefined;
}

/** The sign-in methods of an agent that requires authentication. */
export function SignIn({ auth, onSignIn }: SignInProps): ReactElement {
  const texts = useTexts("connection", connectionTexts);
  const title = texts.signIn(useAgent(getAgentTitle));
  const { status, methods } = auth;
  // A page has no terminal in which the agent's program could ask for a password.
  const offered = onSignIn === undefined ? [] : methods.filter(({ type }) => type !== "terminal");
  const current = status === "in_progress" ? auth.methodId : undefined;
  const failed = status === "failed" ? auth : undefined;
  const failedName = offered.find(({ id }) => id === failed?.methodId)?.name;
  return (
    <Notice
      tone="neutral"
      icon="key"
      title={title}
      detail={offered.length > 0 ? texts.signInDetail : texts.noSignIn}
    >
      {failed !== undefined && (
        <p className="acp-sign-in-error" role="alert">
          <Icon name="alert" />
          <span>{texts.signInFailed(failedName, toSentence(failed.error.message))}</span>
        </p>
      )}
      {offered.length > 0 && (
        <div className="acp-sign-in" role="group" aria-label={title}>
          {offered.map(({ id, name, description }) => (
            <button
              key={id}
              type="button"
              className="acp-button acp-sign-in-method"
              disabled={current !== undefined}
              onClick={() => onSignIn?.(id)}
            >
              <span className="acp-sign-in-text">
                <span>{name}</span>
                {description && <span className="acp-sign-in-description">{description}</span>}
              </span>
              {id === current ? <Spinner /> : <Icon name="chevron" />}
            </button>
          ))}
        </div>
      )}
      <p className="acp-sign-in-note" role="status">
        {current !== undefined && texts.signingIn}
        {current === undefined && offered.length > 0 && (
          <>
            <Icon name="shield" />
            {texts.signInNote}
          </>
        )}
      </p>
    </Notice>
  );
}
