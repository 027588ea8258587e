import { useConnection, useModePicker, useQueue, useSession } from "@acp-store/react";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { HostMessage } from "../shared/messages.js";
import { getBlockText } from "./plainText.js";
import { useHostMessages, useMirrorStatus, usePanel, useReportRefusal } from "./usePanel.js";

/** The message field, the queue, the mode, and the buttons to send and to stop. */
export function Composer({ sessionId }: { readonly sessionId: string }) {
  const { mirror, announce, getDraft, setDraft } = usePanel();
  const reportRefusal = useReportRefusal();
  const [text, setText] = useState(() => getDraft(sessionId));
  const field = useRef<HTMLTextAreaElement>(null);
  const isRunning = useSession((session) => (session?.openTurns.length ?? 0) > 0);
  const detached = useSession((session) => session?.detached);
  const isReady = useConnection((connection) => connection?.status === "ready");
  const isOpen = useMirrorStatus() === "live" && isReady && detached === undefined;
  const canSend = isOpen && text.trim() !== "";

  const onHostMessage = useCallback((message: HostMessage) => {
    if (message.type === "focusMessageField") field.current?.focus();
  }, []);
  useHostMessages(onHostMessage);
  useEffect(() => {
    if (document.hasFocus()) field.current?.focus();
  }, []);

  function change(next: string): void {
    setText(next);
    setDraft(sessionId, next);
  }

  async function send(): Promise<void> {
    if (!canSend) return;
    const countTurns = () => mirror.getState().sessions.get(sessionId)?.turns.size ?? 0;
    const turnsBefore = countTurns();
    announce("");
    change("");
    try {
      await mirror.actions.prompt(sessionId, [{ type: "text", text }]);
    } catch (error) {
      // The conversation shows a turn that failed.
      if (countTurns() > turnsBefore) return;
      reportRefusal(error);
      if (getDraft(sessionId) === "") change(text);
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  }

  return (
    <>
      {detached !== undefined && isReady && (
        <p role="status" className="hint">
          {detached}
        </p>
      )}
      <Queue />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <textarea
          ref={field}
          aria-label="Message"
          rows={3}
          placeholder={isRunning ? "Queue a follow-up message" : "Ask the agent"}
          value={text}
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
        />
        <div className="buttons">
          <ModePicker sessionId={sessionId} />
          {isRunning && (
            <button
              type="button"
              className="secondary"
              onClick={() => mirror.cancelTurn(sessionId)}
            >
              Stop
            </button>
          )}
          <button type="submit" disabled={!canSend}>
            {isRunning ? "Queue" : "Send"}
          </button>
        </div>
      </form>
    </>
  );
}

function Queue() {
  const { prompts, isHeld, release } = useQueue();
  if (prompts.length === 0) return null;
  return (
    <section aria-label="Queue" className="queue">
      <ul>
        {prompts.map(({ id, prompt, remove }) => (
          <li key={id}>
            <span>{getBlockText(prompt)}</span>
            <button type="button" className="secondary" onClick={remove}>
              Remove<span className="visually-hidden"> from the queue</span>
            </button>
          </li>
        ))}
      </ul>
      {isHeld && (
        <button type="button" onClick={release}>
          Resume the queue
        </button>
      )}
    </section>
  );
}

function ModePicker({ sessionId }: { readonly sessionId: string }) {
  const { mirror } = usePanel();
  const reportRefusal = useReportRefusal();
  const picker = useModePicker();
  if (picker === undefined) return null;
  const { value, choices, configId } = picker;
  const choose = (next: string): Promise<unknown> =>
    configId === undefined
      ? mirror.actions.setMode(sessionId, next)
      : mirror.actions.setConfigOption(sessionId, configId, next);
  return (
    <label>
      Mode{" "}
      <select
        value={value}
        onChange={({ target }) => void choose(target.value).catch(reportRefusal)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
    </label>
  );
}
