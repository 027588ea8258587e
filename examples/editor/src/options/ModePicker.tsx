import type { SessionModes } from "@acp-store/core";
import type { ReactElement } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { Select } from "./Select.js";
import { useChange } from "./useChange.js";

/** How the agent works in this session. */
export function ModePicker({ modes }: { modes: SessionModes }): ReactElement {
  const { actions } = usePanelScope();
  const { isBusy, error, run } = useChange("The mode stays as it is");
  const { availableModes, currentModeId } = modes;
  const choices = availableModes.map(({ id, name }) => ({ value: id, name }));
  const current = availableModes.find(({ id }) => id === currentModeId);
  return (
    <Select
      label="Mode"
      title={current?.description ?? undefined}
      value={currentModeId}
      groups={[{ choices }]}
      isDisabled={actions === undefined || isBusy}
      error={error}
      onChoose={(modeId) => run(actions?.setMode(modeId))}
    />
  );
}
