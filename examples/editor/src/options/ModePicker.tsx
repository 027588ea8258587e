import { useSession } from "@acp-store/react";
import { type ReactElement, useState } from "react";
import { messageOf } from "../connection/connectionEnd.js";
import { Icon } from "../ui/Icon.js";
import { usePanelScope } from "./panelScope.js";

/** The session's modes, where it has any. */
export function ModePicker(): ReactElement | null {
  const modes = useSession((session) => session?.modes);
  const { actions } = usePanelScope();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState("");
  if (modes === undefined || modes.availableModes.length === 0) return null;

  const { availableModes, currentModeId } = modes;
  const current = availableModes.find(({ id }) => id === currentModeId);
  const choose = (modeId: string): void => {
    setIsBusy(true);
    setError("");
    actions
      ?.setMode(modeId)
      .catch((reason: unknown) => setError(`The mode stays as it is: ${messageOf(reason)}`))
      .finally(() => setIsBusy(false));
  };
  return (
    <span className="select-wrap" title={current?.description ?? undefined}>
      <select
        className="select"
        aria-label="Mode"
        value={currentModeId}
        disabled={actions === undefined || isBusy}
        onChange={(event) => choose(event.target.value)}
      >
        {current === undefined && <option value={currentModeId}>{currentModeId}</option>}
        {availableModes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="chevron" className="select-arrow" />
      {error !== "" && (
        <span className="select-error" role="alert">
          {error}
        </span>
      )}
    </span>
  );
}
