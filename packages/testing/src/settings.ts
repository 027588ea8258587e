import { RequestError } from "@agentclientprotocol/sdk/unstable";
import { callScript } from "./scriptErrors.js";
import type { OpenSession, ScriptedSession } from "./session.js";

/** A setting with a list of choices. */
export interface SelectSetting extends SettingInfo {
  readonly type: "select";
  /** The value of a new session. */
  readonly value: string;
  /** The choices, or groups of choices. */
  readonly options: readonly SettingOption[] | readonly SettingGroup[];
}

/** A setting that is on or off. */
export interface BooleanSetting extends SettingInfo {
  readonly type: "boolean";
  /** The value of a new session. */
  readonly value: boolean;
}

/** The fields that settings of all types have. */
export interface SettingInfo {
  /** The id of the setting. */
  readonly id: string;
  /** The name that is shown to the user. */
  readonly name: string;
  /** The description that is shown to the user. */
  readonly description?: string;
  /** The category, such as `mode`, `model` or `thought_level`. */
  readonly category?: string;
}

/** A choice of a setting. */
export interface SettingOption {
  /** The value that the setting gets. */
  readonly value: string;
  /** The name that is shown to the user. */
  readonly name: string;
  /** The description that is shown to the user. */
  readonly description?: string;
}

/** A group of choices. */
export interface SettingGroup {
  /** The id of the group. */
  readonly group: string;
  /** The name that is shown to the user. */
  readonly name: string;
  /** The choices of the group. */
  readonly options: readonly SettingOption[];
}

/** The value of a setting. */
export type SettingValue = string | boolean;

/** A change of a setting that the client requests. */
export interface SettingChange {
  /** The session, with the values before the change. */
  readonly session: ScriptedSession;
  /** The id of the setting. */
  readonly id: string;
  /** The requested value, which the setting offers. */
  readonly value: SettingValue;
  /** Aborts when the client cancels the request or disconnects. */
  readonly signal: AbortSignal;
}

export type AgentSettings = readonly (SelectSetting | BooleanSetting)[];

/** A setting with its current value, with the field names of both protocol versions. */
export type CurrentSetting = (Omit<SelectSetting, "value"> | Omit<BooleanSetting, "value">) & {
  readonly currentValue: SettingValue | undefined;
};

export const getCurrentSettings = (
  settings: AgentSettings,
  session: ScriptedSession,
): CurrentSetting[] =>
  settings.map(({ value: _, ...setting }) => ({
    ...setting,
    currentValue: session.settings.get(setting.id),
  }));

/** Returns the setting that version 1 also offers as session modes. */
export const findModeSetting = (settings: AgentSettings): SelectSetting | undefined =>
  settings.find((setting) => setting.type === "select" && setting.category === "mode") as
    | SelectSetting
    | undefined;

/** Returns the choices of a setting without their groups. */
export const listChoices = ({ options }: SelectSetting): readonly SettingOption[] =>
  options.flatMap((option) => ("group" in option ? option.options : [option]));

/**
 * Changes one setting of a session.
 *
 * @throws RequestError if the setting or the value is not offered.
 */
export async function changeSetting(
  settings: AgentSettings,
  onSetting: ((change: SettingChange) => void | Promise<void>) | undefined,
  change: Omit<SettingChange, "session" | "value"> & { session: OpenSession; value: unknown },
): Promise<void> {
  const { session, id, value, signal } = change;
  const setting = settings.find((candidate) => candidate.id === id);
  if (setting === undefined || !isOffered(setting, value))
    throw RequestError.invalidParams({ configId: id, value }, "unknown setting or value");
  await callScript(() => onSetting?.({ session, id, value, signal }));
  session.settings.set(id, value);
}

const isOffered = (
  setting: SelectSetting | BooleanSetting,
  value: unknown,
): value is SettingValue =>
  setting.type === "boolean"
    ? typeof value === "boolean"
    : listChoices(setting).some((choice) => choice.value === value);
