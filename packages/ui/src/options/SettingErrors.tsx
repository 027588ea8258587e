import type { ConfigOption, SettingChange, SettingPicker } from "@acp-store/core";
import { useConfigOptions, useModelPicker, useModePicker, useSession } from "@acp-store/react";
import { type ReactElement, useState } from "react";
import { toSentence } from "../format/errors.js";
import { Icon } from "../controls/Icon.js";

const NO_CHANGES: readonly SettingChange[] = [];

/** The changes of settings that failed, each with its reason, until the user dismisses them. */
export function SettingErrors(): ReactElement | null {
  const changes = useSession((session) => session?.settingChanges) ?? NO_CHANGES;
  const [dismissed, setDismissed] = useState(NO_CHANGES);
  const options = useConfigOptions();
  const pickers = [useModelPicker(), useModePicker()];
  const failed = changes.filter(
    (change) => change.status === "failed" && !dismissed.includes(change),
  );
  if (failed.length === 0) return null;
  return (
    <div className="acp-ui acp-setting-errors">
      {failed.map((change) => (
        <div
          key={`${change.setting} ${change.configId}`}
          className="acp-setting-error"
          role="alert"
        >
          <Icon name="alert" />
          <span className="acp-setting-error-text">
            {describeFailure(change, options, pickers)}
          </span>
          <button
            type="button"
            className="acp-icon-button"
            aria-label="Dismiss"
            title="Dismiss"
            onClick={() => setDismissed([...dismissed, change])}
          >
            <Icon name="cross" />
          </button>
        </div>
      ))}
    </div>
  );
}

function describeFailure(
  { setting, configId, value, error }: SettingChange,
  options: readonly ConfigOption[],
  pickers: readonly (SettingPicker | undefined)[],
): string {
  const option = options.find(({ id }) => id === configId);
  const name = setting === "config_option" ? (option?.name ?? configId) : `the ${setting}`;
  const picker = pickers.find((each) => each?.setting === setting && each.configId === configId);
  const choice = picker?.choices.find((each) => each.value === value)?.name ?? value;
  const action =
    typeof choice === "boolean"
      ? `Could not turn ${name} ${choice ? "on" : "off"}`
      : `Could not change ${name} to ${choice}`;
  return `${action}: ${toSentence(error?.message ?? "The agent did not say why")}`;
}
