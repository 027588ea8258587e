import type { SessionModes } from "@acp-store/core";
import type { ReactElement } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { LabeledSelect } from "./LabeledSelect.js";
import { useSettingChange } from "./useSettingChange.js";

/** The control for the session's mode. */
export function ModePicker({ modes }: { modes: SessionModes }): ReactElement {
  const { actions } = usePanelScope();
  const { isBusy, error, run } = useSettingChange("Could not change the mode");
  const { availableModes, currentModeId } = modes;
  const choices = availableModes.map(({ id, name }) => ({ value: id, name }));
  const current = availableModes.find(({ id }) => id === currentModeId);
  return (
    <LabeledSelect
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
