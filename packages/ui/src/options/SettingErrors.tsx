import type { ConfigOption, SettingChange, SettingPicker } from "@acp-store/core";
import { useConfigOptions, useModelPicker, useModePicker, useSession } from "@acp-store/react";
import { type ReactElement, useState } from "react";
import { toSentence } from "../format/errors.js";
import { Icon } from "../controls/Icon.js";
import { IconButton } from "../controls/IconButton.js";
import { settingTexts } from "../texts/composerTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { useTexts } from "../texts/useTexts.js";

const NO_CHANGES: readonly SettingChange[] = [];

/** The changes of settings that failed, each with its reason, until the user dismisses them. */
export function SettingErrors(): ReactElement | null {
  const changes = useSession((session) => session?.settingChanges) ?? NO_CHANGES;
  const texts = useTexts("setting", settingTexts);
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
            {describeFailure(change, { options, pickers, texts })}
          </span>
          <IconButton
            icon="cross"
            label={texts.dismiss}
            onClick={() => setDismissed([...dismissed, change])}
          />
        </div>
      ))}
    </div>
  );
}

interface FailureContext {
  readonly options: readonly ConfigOption[];
  readonly pickers: readonly (SettingPicker | undefined)[];
  readonly texts: UiTexts["setting"];
}

function describeFailure(
  { setting, configId = "", value, error }: SettingChange,
  { options, pickers, texts }: FailureContext,
): string {
  const option = options.find(({ id }) => id === configId);
  const builtIn = setting === "mode" ? texts.theMode : texts.theModel;
  const name = setting === "config_option" ? (option?.name ?? configId) : builtIn;
  const picker = pickers.find(
    (each) => each?.setting === setting && (each.configId ?? "") === configId,
  );
  const choice = picker?.choices.find((each) => each.value === value)?.name ?? value;
  const reason = error === undefined ? texts.noReason : toSentence(error.message);
  if (typeof choice !== "boolean") return texts.changeFailed(name, choice, reason);
  return choice ? texts.turnOnFailed(name, reason) : texts.turnOffFailed(name, reason);
}
