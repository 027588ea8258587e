import type { AuthMethod, TerminalAuthMethod } from "@acp-store/core";
import { type Auth, useAgent } from "@acp-store/react";
import { type ReactElement, useState } from "react";
import { CopyButton } from "../controls/CopyButton.js";
import { Icon, Spinner } from "../controls/Icon.js";
import { getErrorMessage, toSentence } from "../format/errors.js";
import { connectionTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { ConnectionBannerProps } from "./connectionBannerProps.js";
import { formatLoginCommand } from "./formatLoginCommand.js";
import { getAgentTitle } from "./getAgentTitle.js";
import { Notice } from "./Notice.js";

interface SignInProps extends ConnectionBannerProps {
  readonly auth: Auth;
}

/** A sign-in in a terminal, which the state of the agent does not have. */
interface TerminalSignIn {
  readonly methodId: string;
  /** The reason why it failed. Absent while it runs. */
  readonly error?: string;
}

/** The sign-in methods of an agent that requires authentication. */
export function SignIn({ auth, ...props }: SignInProps): ReactElement {
  const { onSignIn, onTerminalSignIn, agentCommand, onReconnect } = props;
  const texts = useTexts("connection", connectionTexts);
  const title = texts.signIn(useAgent(getAgentTitle));
  const [inTerminal, setInTerminal] = useState<TerminalSignIn>();
  const onRun = onTerminalSignIn && ((methodId: string) => void runInTerminal(methodId));
  const offered = auth.methods.filter((method) =>
    isTerminalMethod(method)
      ? onTerminalSignIn !== undefined || agentCommand !== undefined
      : onSignIn !== undefined,
  );
  const isRunning = inTerminal !== undefined && inTerminal.error === undefined;
  const current = isRunning ? inTerminal.methodId : getCurrentMethod(auth);
  const needsReconnect =
    onReconnect !== undefined && onTerminalSignIn === undefined && offered.some(isTerminalMethod);

  async function runInTerminal(methodId: string): Promise<void> {
    setInTerminal({ methodId });
    try {
      await onTerminalSignIn?.(methodId);
      setInTerminal(undefined);
    } catch (error) {
      setInTerminal({ methodId, error: toSentence(getErrorMessage(error)) });
    }
  }

  function getFailure(): string | undefined {
    if (inTerminal?.error !== undefined) return inTerminal.error;
    if (auth.status !== "failed") return undefined;
    const name = offered.find(({ id }) => id === auth.methodId)?.name;
    return texts.signInFailed(name, toSentence(auth.error.message));
  }
  const failure = current === undefined ? getFailure() : undefined;

  return (
    <Notice
      tone="neutral"
      icon="key"
      title={title}
      detail={offered.length > 0 ? texts.signInDetail : texts.noSignIn}
    >
      {failure !== undefined && (
        <p className="acp-sign-in-error" role="alert">
          <Icon name="alert" />
          <span>{failure}</span>
        </p>
      )}
      {offered.length > 0 && (
        <div className="acp-sign-in" role="group" aria-label={title}>
          {offered.map((method) => (
            <SignInMethod
              key={method.id}
              {...{ method, current, agentCommand }}
              onChoose={isTerminalMethod(method) ? onRun : onSignIn}
            />
          ))}
        </div>
      )}
      {needsReconnect && (
        <>
          <p className="acp-notice-detail">{texts.terminalDetail}</p>
          <p className="acp-notice-actions">
            <button type="button" className="acp-button" onClick={onReconnect}>
              <Icon name="refresh" />
              {texts.reconnect}
            </button>
          </p>
        </>
      )}
      <p className="acp-sign-in-note" role="status">
        {isRunning ? texts.signingInTerminal : current !== undefined && texts.signingIn}
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

interface SignInMethodProps {
  readonly method: AuthMethod;
  /** The method with which the user is signing in. */
  readonly current: string | undefined;
  readonly agentCommand: readonly string[] | undefined;
  readonly onChoose: ((methodId: string) => void) | undefined;
}

function SignInMethod(props: SignInMethodProps): ReactElement {
  const { method, current, agentCommand, onChoose } = props;
  const { id, name, description } = method;
  const isTerminal = isTerminalMethod(method);
  const text = (
    <span className="acp-sign-in-text">
      <span>{name}</span>
      {description && <span className="acp-sign-in-description">{description}</span>}
    </span>
  );
  return (
    <>
      {onChoose === undefined ? (
        text
      ) : (
        <button
          type="button"
          className="acp-button acp-sign-in-method"
          disabled={current !== undefined}
          onClick={() => onChoose(id)}
        >
          {text}
          {id === current ? <Spinner /> : <Icon name={isTerminal ? "terminal" : "chevron"} />}
        </button>
      )}
      {isTerminal && agentCommand !== undefined && (
        <TerminalCommand method={method} agentCommand={agentCommand} />
      )}
    </>
  );
}

interface TerminalCommandProps {
  readonly method: TerminalAuthMethod;
  readonly agentCommand: readonly string[];
}

/** The command that signs the user in, to run it in a terminal outside of the panel. */
function TerminalCommand({ method, agentCommand }: TerminalCommandProps): ReactElement {
  const texts = useTexts("connection", connectionTexts);
  const command = formatLoginCommand(agentCommand, method);
  return (
    <span className="acp-sign-in-command">
      <code className="acp-command">{command}</code>
      <CopyButton text={command} label={texts.copyCommand(method.name)} />
    </span>
  );
}

function isTerminalMethod(method: AuthMethod): method is TerminalAuthMethod {
  return method.type === "terminal";
}

function getCurrentMethod(auth: Auth): string | undefined {
  return auth.status === "in_progress" ? auth.methodId : undefined;
}
