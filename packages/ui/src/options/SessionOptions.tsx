import { useConfigOptions, useModelPicker, useModePicker } from "@acp-store/react";
import type { ReactElement } from "react";
import { ShowAllItems } from "../controls/ShowAllItems.js";
import { useFirstItems } from "../controls/useFirstItems.js";
import { ConfigPicker } from "./ConfigPicker.js";
import { PickerSelect } from "./PickerSelect.js";
import { settingTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** More settings are shown on request. */
const MAX_SETTINGS = 30;

/** The settings of the session: the model, the mode, and whatever else the agent offers. */
export function SessionOptions(): ReactElement {
  const texts = useTexts("setting", settingTexts);
  const model = useModelPicker();
  const mode = useModePicker();
  const options = useConfigOptions();
  const shown = [model?.configId, mode?.configId];
  const others = useFirstItems(
    options.filter(({ id }) => !shown.includes(id)),
    MAX_SETTINGS,
  );
  return (
    <>
      {model !== undefined && <PickerSelect label={texts.model} picker={model} />}
      {mode !== undefined && <PickerSelect label={texts.mode} picker={mode} />}
      {others.shown.map((option) => (
        <ConfigPicker key={option.id} option={option} />
      ))}
      <ShowAllItems {...others} />
    </>
  );
}
