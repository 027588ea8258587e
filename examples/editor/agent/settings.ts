import { RequestError } from "@agentclientprotocol/sdk/unstable";
import type { DemoSession } from "./session.js";

export type ModeId = "ask" | "auto";
export type ThoughtVisibility = "shown" | "hidden";

export const MODES: readonly { id: ModeId; name: string; description: string }[] = [
  { id: "ask", name: "Ask", description: "Asks before editing a file or running a command" },
  { id: "auto", name: "Auto", description: "Edits and runs without asking" },
];

interface ScriptModel {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The speed of the script. Absent if the agent refuses the model. */
  readonly speed?: number;
}

/** The choices of a model. There is no model, so they only change the speed of the script. */
const MODELS: readonly ScriptModel[] = [
  { id: "steady", name: "Steady", description: "Plays the script at its normal speed", speed: 1 },
  { id: "quick", name: "Quick", description: "Plays the script twice as fast", speed: 2 },
  { id: "retired", name: "Retired", description: "Is refused, to show a change that fails" },
];

export const DEFAULT_MODEL = "steady";

/** The time that the agent takes to change a setting, in milliseconds of the script. */
export const SETTING_PAUSE_MS = 300;

const THOUGHTS: readonly { value: ThoughtVisibility; name: string }[] = [
  { value: "shown", name: "Shown" },
  { value: "hidden", name: "Hidden" },
];

interface Setting {
  readonly configId: string;
  readonly name: string;
  readonly category: string;
  readonly type: "select";
  readonly currentValue: string;
  readonly options: { value: string; name: string; description?: string }[];
}

/** Returns the settings of a session in the format of protocol version 2. */
export const getSettings = ({ settings }: DemoSession): Setting[] => [
  {
    configId: "model",
    name: "Model",
    category: "model",
    type: "select",
    currentValue: settings.model,
    options: MODELS.map(({ id, name, description }) => ({ value: id, name, description })),
  },
  {
    configId: "mode",
    name: "Mode",
    category: "mode",
    type: "select",
    currentValue: settings.mode,
    options: MODES.map(({ id, ...rest }) => ({ value: id, ...rest })),
  },
  {
    configId: "thoughts",
    name: "Thoughts",
    category: "thought_level",
    type: "select",
    currentValue: settings.thoughts,
    options: THOUGHTS.map((thoughts) => ({ ...thoughts })),
  },
];

/**
 * Changes one setting of a session.
 *
 * @throws {RequestError} if the setting or the value is not offered.
 */
export function changeSetting(session: DemoSession, configId: string, value: unknown): void {
  const model = MODELS.find(({ id }) => id === value);
  const mode = MODES.find(({ id }) => id === value);
  const thoughts = THOUGHTS.find((option) => option.value === value);
  if (configId === "model" && model) {
    if (model.speed === undefined)
      throw new RequestError(-32602, `The model ${model.name} is no longer available`);
    session.settings.model = model.id;
  } else if (configId === "mode" && mode) session.settings.mode = mode.id;
  else if (configId === "thoughts" && thoughts) session.settings.thoughts = thoughts.value;
  else throw RequestError.invalidParams({ configId, value }, "unknown setting or value");
}

/** Returns the speed at which the session's model plays the script. */
export const getScriptSpeed = ({ settings }: DemoSession): number =>
  MODELS.find(({ id }) => id === settings.model)?.speed ?? 1;
