import { useConfigOptions, useModes } from "@acp-store/react";
import type { ReactElement } from "react";
import { ConfigPicker } from "./ConfigPicker.js";
import { ModePicker } from "./ModePicker.js";

/** The settings of the session. An agent that has a mode among them sends its modes twice. */
export function SessionOptions(): ReactElement {
  const options = useConfigOptions();
  const modes = useModes();
  const hasModes = modes !== undefined && modes.availableModes.length > 0;
  const isModeAmong = options.some(({ category }) => category === "mode");
  return (
    <>
      {hasModes && !isModeAmong && <ModePicker modes={modes} />}
      {options.map((option) => (
        <ConfigPicker key={option.id} option={option} />
      ))}
    </>
  );
}
