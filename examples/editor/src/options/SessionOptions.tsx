import { useConfigOptions, useModes } from "@acp-store/react";
import type { ReactElement } from "react";
import { ConfigPicker } from "./ConfigPicker.js";
import { ModePicker } from "./ModePicker.js";

/** The settings of the session. Skips the modes if the agent also offers the mode as a setting. */
export function SessionOptions(): ReactElement {
  const options = useConfigOptions();
  const modes = useModes();
  const hasModes = modes !== undefined && modes.availableModes.length > 0;
  const hasModeOption = options.some(({ category }) => category === "mode");
  return (
    <>
      {hasModes && !hasModeOption && <ModePicker modes={modes} />}
      {options.map((option) => (
        <ConfigPicker key={option.id} option={option} />
      ))}
    </>
  );
}
