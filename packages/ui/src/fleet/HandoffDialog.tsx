import { type SessionRef, handOff } from "@acp-store/fleet";
import { FleetSession, useAgents, useFleet } from "@acp-store/fleet/react";
import { useSession } from "@acp-store/react";
import { type ReactElement, useEffect, useId, useRef, useState } from "react";
import { AcpUiProvider, type AcpUiProviderProps } from "../context/AcpUiProvider.js";
import { lazySlots } from "../context/lazySlots.js";
import { Spinner } from "../controls/Icon.js";
import { ModalDialog } from "../controls/ModalDialog.js";
import { getErrorMessage, toSentence } from "../format/errors.js";
import { getSessionTitle } from "../sessions/getSessionTitle.js";
import { handoffTexts } from "../texts/fleetTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { HandoffParts, HandoffSize } from "./HandoffParts.js";
import { HandoffPreview } from "./HandoffPreview.js";
import { useHandoff } from "./useHandoff.js";

/** The props of `HandoffDialog`. */
export interface HandoffDialogProps {
  /** The session to continue. */
  readonly from: SessionRef;
  /** The components that render the preview. Default: those of `AgentPanel`. */
  readonly slots?: AcpUiProviderProps["slots"];
  /** Called with the new session. */
  readonly onStarted: (session: SessionRef) => void;
  /** Called when the dialog is closed, after `onStarted` if a session was started. */
  readonly onClose: () => void;
}

/** Lets the user continue a session with another agent, and shows what that agent gets. */
export function HandoffDialog(props: HandoffDialogProps): ReactElement {
  const { from, slots, onStarted, onClose } = props;
  const texts = useTexts("handoff", handoffTexts);
  const id = useId();
  return (
    <ModalDialog
      className="acp-confirm-dialog acp-handoff"
      labelledBy={`${id}-title`}
      onClose={onClose}
    >
      {(close) => (
        <>
          <h2 id={`${id}-title`} className="acp-confirm-title">
            {texts.title}
          </h2>
          <FleetSession
            {...from}
            fallback={
              <p className="acp-confirm-text" role="status">
                <Spinner /> {texts.loading}
              </p>
            }
            renderError={({ message }) => (
              <>
                <p className="acp-composer-error" role="alert">
                  {texts.notLoaded(toSentence(message))}
                </p>
                <div className="acp-confirm-buttons">
                  <button type="button" className="acp-button" onClick={close}>
                    {texts.cancel}
                  </button>
                </div>
              </>
            )}
          >
            <AcpUiProvider slots={lazySlots}>
              <AcpUiProvider slots={slots}>
                <HandoffForm
                  from={from}
                  onCancel={close}
                  onStarted={(session) => {
                    onStarted(session);
                    close();
                  }}
                />
              </AcpUiProvider>
            </AcpUiProvider>
          </FleetSession>
        </>
      )}
    </ModalDialog>
  );
}

interface HandoffFormProps extends Pick<HandoffDialogProps, "from" | "onStarted"> {
  readonly onCancel: () => void;
}

function HandoffForm({ from, onStarted, onCancel }: HandoffFormProps): ReactElement {
  const texts = useTexts("handoff", handoffTexts);
  const fleet = useFleet();
  const agents = useAgents();
  const others = agents.filter(({ id }) => id !== from.agentId);
  const agentName = agents.find(({ id }) => id === from.agentId)?.name ?? from.agentId;
  const title = useSession((session) => getSessionTitle(session));
  const [instruction, setInstruction] = useState<string>(texts.defaultInstruction);
  const [chosen, setChosen] = useState<string>();
  const [isStarting, setIsStarting] = useState(false);
  const [error, setError] = useState<string>();
  const state = useHandoff(from.agentId, agentName);
  const { handoff } = state;
  const ids = { instruction: useId(), agent: useId() };
  const field = useRef<HTMLTextAreaElement>(null);
  // The dialog was open before the session was loaded.
  useEffect(() => field.current?.focus(), []);
  const to = others.find(({ id }) => id === chosen) ?? others[0];

  async function start(agentId: string): Promise<void> {
    if (handoff === undefined) return;
    setIsStarting(true);
    setError(undefined);
    try {
      onStarted(await handOff(fleet, { from, to: agentId, handoff, instruction }));
    } catch (reason) {
      setError(texts.notStarted(toSentence(getErrorMessage(reason))));
      setIsStarting(false);
    }
  }

  const canStart = to !== undefined && handoff !== undefined && instruction.trim() !== "";
  return (
    <form
      className="acp-handoff-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (canStart && !isStarting) void start(to.id);
      }}
    >
      <p className="acp-confirm-text">{texts.from(agentName, title)}</p>
      <div className="acp-field">
        <label className="acp-field-label" htmlFor={ids.instruction}>
          {texts.instruction}
        </label>
        <textarea
          id={ids.instruction}
          ref={field}
          className="acp-text-input acp-handoff-instruction"
          rows={2}
          value={instruction}
          onChange={(event) => setInstruction(event.target.value)}
        />
      </div>
      <div className="acp-handoff-choices">
        <div className="acp-field">
          <label className="acp-field-label" htmlFor={ids.agent}>
            {texts.agent}
          </label>
          <select
            id={ids.agent}
            className="acp-text-input"
            value={to?.id ?? ""}
            onChange={(event) => setChosen(event.target.value)}
          >
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <HandoffSize {...state} />
      </div>
      <HandoffParts {...state} />
      {handoff !== undefined && <HandoffPreview text={handoff.text} />}
      {error !== undefined && (
        <p className="acp-composer-error" role="alert">
          {error}
        </p>
      )}
      <div className="acp-confirm-buttons">
        <button type="button" className="acp-button" onClick={onCancel}>
          {texts.cancel}
        </button>
        <button
          type="submit"
          className="acp-button acp-button-primary"
          disabled={!canStart || isStarting}
        >
          {isStarting && <Spinner />}
          {texts.start}
        </button>
      </div>
    </form>
  );
}
