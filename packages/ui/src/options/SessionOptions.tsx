import { useConfigOptions, useModelPicker, useModePicker } from "@acp-store/react";
import type { ReactElement } from "react";
import { ConfigPicker } from "./ConfigPicker.js";
import { PickerSelect } from "./PickerSelect.js";
import { settingTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The settings of the session: the model, the mode, and whatever else the agent offers. */
export function SessionOptions(): ReactElement {
  const texts = useTexts("setting", settingTexts);
  const model = useModelPicker();
  const mode = useModePicker();
  const options = useConfigOptions();
  const shown = [model?.configId, mode?.configId];
  return (
    <>
      {model !== undefined && <PickerSelect label={texts.model} picker={model} />}
      {mode !== undefined && <PickerSelect label={texts.mode} picker={mode} />}
      {options
        .filter(({ id }) => !shown.includes(id))
        .map((option) => (
          <ConfigPicker key={option.id} option={option} />
        ))}
    </>
  );
}
