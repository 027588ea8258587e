import type { ConfigOption } from "@acp-store/core";
import type { ReactElement } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { descriptionOf, groupsOf } from "./configOption.js";
import { Select } from "./Select.js";
import { useChange } from "./useChange.js";

/** One setting of the session; of a kind this page does not know there is nothing to show. */
export function ConfigPicker({ option }: { option: ConfigOption }): ReactElement | null {
  const { actions } = usePanelScope();
  const { isBusy, error, run } = useChange(`${option.name} stays as it is`);
  const isDisabled = actions === undefined || isBusy;
  const choose = (value: string | boolean): void => run(actions?.setConfigOption(option.id, value));
  if (option.type === "boolean") {
    return (
      <label className="toggle" title={error || descriptionOf(option)}>
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
    <Select
      label={option.name}
      title={descriptionOf(option)}
      value={option.currentValue}
      groups={groupsOf(option)}
      isDisabled={isDisabled}
      error={error}
      onChoose={choose}
    />
  );
}
