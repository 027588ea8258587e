import { RequestError } from "@agentclientprotocol/sdk";
import type { DemoSession } from "./session.js";

export type ModeId = "ask" | "auto";
export type ThoughtVisibility = "shown" | "hidden";

export const MODES: readonly { id: ModeId; name: string; description: string }[] = [
  { id: "ask", name: "Ask", description: "Asks before editing a file or running a command" },
  { id: "auto", name: "Auto", description: "Edits and runs without asking" },
];

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
  const mode = MODES.find(({ id }) => id === value);
  const thoughts = THOUGHTS.find((option) => option.value === value);
  if (configId === "mode" && mode) session.settings.mode = mode.id;
  else if (configId === "thoughts" && thoughts) session.settings.thoughts = thoughts.value;
  else throw RequestError.invalidParams({ configId, value }, "unknown setting or value");
}
