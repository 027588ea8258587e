import type { ScriptedSession, SelectSetting, SettingChange } from "@acp-store/testing";
import { RequestError } from "@agentclientprotocol/sdk/unstable";

/** The settings of each session. There is no model, so its choices only change the speed. */
export const SETTINGS: readonly SelectSetting[] = [
  {
    id: "model",
    name: "Model",
    category: "model",
    type: "select",
    value: "steady",
    options: [
      { value: "steady", name: "Steady", description: "Plays the script at its normal speed" },
      { value: "quick", name: "Quick", description: "Plays the script twice as fast" },
      { value: "retired", name: "Retired", description: "Is refused, to show a change that fails" },
    ],
  },
  {
    id: "mode",
    name: "Mode",
    category: "mode",
    type: "select",
    value: "ask",
    options: [
      { value: "ask", name: "Ask", description: "Asks before editing a file or running a command" },
      { value: "auto", name: "Auto", description: "Edits and runs without asking" },
    ],
  },
  {
    id: "thoughts",
    name: "Thoughts",
    category: "thought_level",
    type: "select",
    value: "shown",
    options: [
      { value: "shown", name: "Shown" },
      { value: "hidden", name: "Hidden" },
    ],
  },
];

/** @throws RequestError if the change selects the model that is always refused. */
export function refuseRetiredModel({ id, value }: SettingChange): void {
  if (id === "model" && value === "retired")
    throw new RequestError(-32602, "The model Retired is no longer available");
}

/** Returns the speed at which the session's model plays the script. */
export const getModelSpeed = ({ settings }: ScriptedSession): number =>
  settings.get("model") === "quick" ? 2 : 1;
