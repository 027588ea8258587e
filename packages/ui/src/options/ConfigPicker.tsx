import type { ConfigOption } from "@acp-store/core";
import { useSession } from "@acp-store/react";
import type { ReactElement } from "react";
import { usePanelActions } from "../actions/usePanelActions.js";
import { clipText } from "../format/clipText.js";
import { getOptionDescription, getOptionGroups } from "./choiceGroups.js";
import { LabeledSelect } from "./LabeledSelect.js";

/** The control for one setting of the session. Renders nothing for an unknown type of setting. */
export function ConfigPicker({ option }: { option: ConfigOption }): ReactElement | null {
  const actions = usePanelActions();
  const isPending = useSession(
    (session) =>
      session?.settingChanges.some(
        ({ configId, status }) => configId === option.id && status === "pending",
      ) ?? false,
  );
  const choose = (value: string | boolean): void =>
    actions?.changeSetting({ setting: "config_option", configId: option.id }, value);
  if (option.type === "boolean") {
    return (
      <label className="acp-ui acp-toggle" title={getOptionDescription(option)}>
        <input
          type="checkbox"
          role="switch"
          checked={option.currentValue}
          disabled={actions === undefined}
          aria-busy={isPending}
          onChange={(event) => choose(event.target.checked)}
        />
        {clipText(option.name, 100)}
      </label>
    );
  }
  if (option.type !== "select") return null;
  return (
    <LabeledSelect
      label={option.name}
      title={getOptionDescription(option)}
      value={option.currentValue}
      groups={getOptionGroups(option)}
      isDisabled={actions === undefined}
      isPending={isPending}
      onChoose={choose}
    />
  );
}
