import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from "react";
import { Icon } from "../controls/Icon.js";
import { ModalDialog } from "../controls/ModalDialog.js";
import { getErrorMessage, toSentence } from "../format/errors.js";
import { terminalSignInTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { openTerminal } from "./openTerminal.js";
import type { TerminalSource } from "./terminalSource.js";

/** The sign-in that a dialog shows. */
export interface TerminalDialogProps {
  readonly source: TerminalSource;
  readonly agentId: string;
  /** The name of the agent. */
  readonly agentName: string;
  readonly methodId: string;
  /** Called when the dialog is closed, with the reason for the user if the sign-in has not succeeded. */
  readonly onClose: (problem: string | undefined) => void;
}

/** The condition of the program, which the dialog tells. */
type Status =
  | { readonly type: "running" | "connecting" }
  | { readonly type: "failed"; readonly reason: string };

/** A dialog with a terminal in which the user signs in to an agent. */
export function TerminalDialog(props: TerminalDialogProps): ReactElement {
  const { source, agentId, agentName, methodId, onClose } = props;
  const texts = useTexts("terminalSignIn", terminalSignInTexts);
  const id = useId();
  const [screen, setScreen] = useState<HTMLElement | null>(null);
  const [status, setStatus] = useState<Status>({ type: "running" });
  const closeButton = useRef<HTMLButtonElement>(null);
  const outcome = useRef<string | undefined>(texts.closed);
  const label = texts.label(agentName);

  useEffect(() => {
    if (screen === null) return undefined;
    const running = new AbortController();
    const terminal = openTerminal(screen, {
      label,
      onInput: (data) => signIn.write(data),
      onResize: (size) => signIn.resize(size),
      onLeave: () => closeButton.current?.focus(),
    });
    const signIn = source.signIn(agentId, methodId, {
      ...terminal.size,
      signal: running.signal,
      onOutput: terminal.write,
      onExit: (exitCode) => exitCode === 0 && setStatus({ type: "connecting" }),
    });
    signIn.done.then(
      () => {
        if (running.signal.aborted) return;
        outcome.current = undefined;
        screen.closest("dialog")?.close();
      },
      (error: unknown) => {
        if (running.signal.aborted) return;
        const reason = toSentence(getErrorMessage(error));
        outcome.current = reason;
        setStatus({ type: "failed", reason });
        closeButton.current?.focus();
      },
    );
    terminal.focus();
    return () => {
      running.abort();
      terminal.close();
    };
  }, [screen, source, agentId, methodId, label]);

  return (
    <ModalDialog
      className="acp-ui acp-terminal-dialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-keys`}
      onClose={() => onClose(outcome.current)}
    >
      {(close) => (
        <>
          <header className="acp-terminal-header">
            <h2 id={`${id}-title`} className="acp-terminal-title">
              {texts.title(agentName)}
            </h2>
            <button ref={closeButton} type="button" className="acp-button" onClick={close}>
              <Icon name="cross" />
              {status.type === "running" ? texts.cancel : texts.close}
            </button>
          </header>
          <div ref={setScreen} className="acp-terminal-screen" onKeyDown={keepKeys} />
          <footer className="acp-terminal-footer">
            <p className="acp-terminal-status" role="status" data-status={status.type}>
              {status.type === "failed" ? status.reason : texts.status[status.type]}
            </p>
            <p id={`${id}-keys`} className="acp-terminal-keys">
              {texts.keys}
            </p>
          </footer>
        </>
      )}
    </ModalDialog>
  );
}

/** Keeps keys from the dialog and the page: Escape belongs to the program, and must not close the dialog. */
function keepKeys(event: KeyboardEvent): void {
  event.stopPropagation();
  if (event.key === "Escape") event.preventDefault();
}
