import { type ReactNode, useId, useRef, useState } from "react";
import type { HistoryEntry } from "../../history/entry.js";
import {
  type ClientMessage,
  formatClientMessage,
  parseClientMessage,
  resend,
  resendable,
} from "../model/resend.js";
import { usePanel } from "../ui/panelContext.js";

/**
 * Sends a message of the client again, after the user has edited it. Only a live agent gets messages: a
 * log that has ended, or that was opened from a file, has none.
 */
export function ResendButton({ frame }: Pick<HistoryEntry, "frame">): ReactNode {
  const { agent, source, snapshot } = usePanel();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [textError, setTextError] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const id = useId();
  const isLive = source.trace === undefined && !snapshot.isDetached;
  if (agent === undefined || frame === undefined || !isLive) return null;
  const target = agent;
  const message = resendable(frame, target);
  if (message === undefined) return null;
  const { isRequest } = message;

  function open(): void {
    if (message === undefined) return;
    setText(formatClientMessage(message));
    setTextError(undefined);
    dialog.current?.showModal();
  }

  async function send(): Promise<void> {
    let edited: ClientMessage;
    try {
      edited = parseClientMessage(text);
    } catch (error) {
      setTextError(messageOf(error));
      return;
    }
    dialog.current?.close();
    setOutcome({ text: "Sent again.", isError: false });
    try {
      await resend(target, edited, isRequest);
    } catch (error) {
      setOutcome({ text: messageOf(error), isError: true });
    }
  }

  return (
    <>
      <button type="button" className="button" aria-haspopup="dialog" onClick={open}>
        Send again…
      </button>
      <span role="status" className={outcome?.isError === true ? "check-error" : "faint"}>
        {outcome?.text}
      </span>
      <dialog ref={dialog} className="dialog" aria-labelledby={id}>
        <h2 id={id}>Send {isRequest ? "a request" : "a notification"} to the agent</h2>
        <p>
          The agent carries it out like any other. {isRequest && "It gets a new id. "}Its{" "}
          <code>_meta</code> marks it as sent from the devtools, also in traces.
        </p>
        <textarea
          className="editor"
          aria-label="Message"
          spellCheck={false}
          rows={14}
          value={text}
          onChange={({ target: { value } }) => setText(value)}
        />
        {textError !== undefined && (
          <p role="alert" className="check-error">
            {textError}
          </p>
        )}
        <div className="dialog-buttons">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="button" className="button button-primary" onClick={() => void send()}>
            Send
          </button>
        </div>
      </dialog>
    </>
  );
}

/** The outcome for the last message. */
interface Outcome {
  readonly text: string;
  /** Whether it was not sent, or the agent answered with an error. */
  readonly isError: boolean;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
