import type { ConfigOption } from "@acp-store/core";
import type { ReactElement } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { getOptionDescription, getChoiceGroups } from "./configOption.js";
import { LabeledSelect } from "./LabeledSelect.js";
import { useSettingChange } from "./useSettingChange.js";

/** The control for one setting of the session. Renders nothing for an unknown type of setting. */
export function ConfigPicker({ option }: { option: ConfigOption }): ReactElement | null {
  const { actions } = usePanelScope();
  const { isBusy, error, run } = useSettingChange(`Could not change ${option.name}`);
  const isDisabled = actions === undefined || isBusy;
  const choose = (value: string | boolean): void => run(actions?.setConfigOption(option.id, value));
  if (option.type === "boolean") {
    return (
      <label className="toggle" title={error || getOptionDescription(option)}>
        <input
          type="checkbox"
          role="switch"
          checked={option.currentValue}
          disabled={isDisabled}
          onChange={(event) => choose(event.target.checked)}
        />
        {option.name}
      </label>
    );
  }
  if (option.type !== "select") return null;
  return (
    <LabeledSelect
      label={option.name}
      title={getOptionDescription(option)}
      value={option.currentValue}
      groups={getChoiceGroups(option)}
      isDisabled={isDisabled}
      error={error}
      onChoose={choose}
    />
  );
}
