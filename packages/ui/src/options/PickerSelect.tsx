import type { SettingPicker } from "@acp-store/core";
import type { ReactElement } from "react";
import { usePanelActions } from "../actions/usePanelActions.js";
import { groupPickerChoices } from "./choiceGroups.js";
import { LabeledSelect } from "./LabeledSelect.js";

interface PickerSelectProps {
  readonly label: string;
  readonly picker: SettingPicker;
}

/** The control for the model or the mode. It shows a choice before the agent has confirmed it. */
export function PickerSelect({ label, picker }: PickerSelectProps): ReactElement {
  const actions = usePanelActions();
  return (
    <LabeledSelect
      label={label}
      title={picker.choices.find(({ value }) => value === picker.value)?.description}
      value={picker.value}
      groups={groupPickerChoices(picker)}
      isDisabled={actions === undefined}
      isPending={picker.change?.status === "pending"}
      onChoose={(value) => actions?.changeSetting(picker, value)}
    />
  );
}
