import { RequestError } from "@agentclientprotocol/sdk/unstable";
import { callScript } from "./scriptErrors.js";
import type { OpenSession, ScriptedSession } from "./session.js";
import {
  type AgentSettings,
  type BooleanSetting,
  listChoices,
  type SelectSetting,
  type SettingValue,
} from "./settings.js";

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
