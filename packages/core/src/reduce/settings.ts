import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { TurnError } from "../state/entities.js";
import type { ConfigOption, SessionModels, SessionModes } from "../state/sessionSettings.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { StoredSettingChange } from "../state/storedState.js";
import { shareSessionField } from "./fieldPatches.js";

// A setting shows the value of its newest request that has no response. When requests are refused,
// it shows the value of the next older one, and finally the value that the agent confirmed last.

type SettingName = Pick<StoredSettingChange, "setting" | "configId">;
type SettingValue = StoredSettingChange["value"];

/** Shows a choice as soon as it is sent to the agent. */
export function reduceSettingRequested(tx: Transaction, event: EventOf<"setting_requested">): void {
  if (tx.find(event.sessionId)?.fields.closed) return;
  const session = tx.session(event.sessionId);
  const { requestId, setting, configId, value } = event;
  const name = { setting, ...(configId !== undefined && { configId }) };
  const known = session.fields.settingChanges.find((change) => isSameSetting(change, name));
  const confirmed = known?.status === "pending" ? known.confirmed : shownValue(session, name);
  const earlier = known?.requests.filter((request) => request.requestId !== requestId) ?? [];
  putChange(tx, session, name, {
    ...name,
    status: "pending",
    value,
    requests: [...earlier, { requestId, value }],
    ...(confirmed !== undefined && { confirmed }),
  });
  show(tx, session, name, value);
}

/**
 * Confirms a choice, and forgets older requests for the same setting. Settings in the response are
 * the agent's own report.
 */
export function reduceSettingConfirmed(
  tx: Transaction,
  { sessionId, requestId, configOptions }: EventOf<"setting_confirmed">,
): void {
  if (tx.find(sessionId)?.fields.closed) return;
  const session = configOptions === undefined ? tx.find(sessionId) : tx.session(sessionId);
  if (session === undefined) return;
  const change = changeOfRequest(session, requestId);
  if (change !== undefined) {
    const index = change.requests.findIndex((request) => request.requestId === requestId);
    const newer = change.requests.slice(index + 1);
    const confirmed = change.requests[index]?.value;
    putChange(
      tx,
      session,
      change,
      newer.length === 0
        ? undefined
        : { ...change, requests: newer, ...(confirmed !== undefined && { confirmed }) },
    );
  }
  if (configOptions !== undefined) setConfigOptions(tx, session, configOptions);
}

/** Takes back a choice that the agent refused. */
export function reduceSettingRefused(
  tx: Transaction,
  { sessionId, requestId, error }: EventOf<"setting_refused">,
): void {
  const session = tx.find(sessionId);
  const change = session && changeOfRequest(session, requestId);
  if (session === undefined || change === undefined) return;
  const others = change.requests.filter((request) => request.requestId !== requestId);
  const newest = others.at(-1);
  if (newest === undefined) return failChange(tx, session, change, error);
  putChange(tx, session, change, { ...change, value: newest.value, requests: others });
  show(tx, session, change, newest.value);
}

/** Takes back all choices that are waiting for a response, because none can arrive. */
export function failPendingSettings(
  tx: Transaction,
  session: SessionRecord,
  message: string,
): void {
  for (const change of session.fields.settingChanges)
    if (change.status === "pending") failChange(tx, session, change, { message });
}

function failChange(
  tx: Transaction,
  session: SessionRecord,
  change: StoredSettingChange,
  error: TurnError,
): void {
  const { confirmed, ...rest } = change;
  putChange(tx, session, change, { ...rest, status: "failed", error, requests: [] });
  show(tx, session, change, confirmed);
}

/** Sets the current mode of a session, as the agent reported it. */
export function reduceMode(tx: Transaction, event: EventOf<"mode">): void {
  const session = tx.session(event.sessionId);
  const modes = session.fields.modes ?? { availableModes: [] };
  setModes(tx, session, { ...modes, currentModeId: event.currentModeId });
}

/** Replaces the settings of a session, as the agent reported them. */
export function reduceConfigOptions(tx: Transaction, event: EventOf<"config_options">): void {
  setConfigOptions(tx, tx.session(event.sessionId), event.configOptions);
}

/** Sets the modes that the agent reported. A choice that waits for its response stays visible. */
export function setModes(tx: Transaction, session: SessionRecord, modes: SessionModes): void {
  const currentModeId = confirmReported(tx, session, { setting: "mode" }, modes.currentModeId);
  shareSessionField(tx, session, "modes", { ...modes, currentModeId });
}

/** Sets the models that the agent reported. A choice that waits for its response stays visible. */
export function setModels(tx: Transaction, session: SessionRecord, models: SessionModels): void {
  const name = { setting: "model" } as const;
  const currentModelId = confirmReported(tx, session, name, models.currentModelId);
  shareSessionField(tx, session, "models", { ...models, currentModelId });
}

/** Sets the settings that the agent reported. Choices that wait for a response stay visible. */
export function setConfigOptions(
  tx: Transaction,
  session: SessionRecord,
  reported: readonly ConfigOption[],
): void {
  const options =
    session.fields.settingChanges.length === 0
      ? reported
      : reported.map((option) => {
          if (option.type !== "select" && option.type !== "boolean") return option;
          const name = { setting: "config_option", configId: option.id } as const;
          return withValue(
            option,
            confirmReported<SettingValue>(tx, session, name, option.currentValue),
          );
        });
  shareSessionField(tx, session, "configOptions", options);
}

/** Records a value of the agent as confirmed. Returns the value to show. */
function confirmReported<Value extends SettingValue>(
  tx: Transaction,
  session: SessionRecord,
  name: SettingName,
  reported: Value,
): Value {
  const change = session.fields.settingChanges.find((other) => isSameSetting(other, name));
  if (change?.status !== "pending") return reported;
  if (change.confirmed !== reported)
    putChange(tx, session, name, { ...change, confirmed: reported });
  return typeof change.value === typeof reported ? (change.value as Value) : reported;
}

function isSameSetting(a: SettingName, b: SettingName): boolean {
  return a.setting === b.setting && a.configId === b.configId;
}

function changeOfRequest(
  session: SessionRecord,
  requestId: string,
): StoredSettingChange | undefined {
  return session.fields.settingChanges.find(({ requests }) =>
    requests.some((request) => request.requestId === requestId),
  );
}

/** Replaces the change of a setting; `undefined` removes it. */
function putChange(
  tx: Transaction,
  session: SessionRecord,
  name: SettingName,
  change: StoredSettingChange | undefined,
): void {
  const others = session.fields.settingChanges.filter((other) => !isSameSetting(other, name));
  shareSessionField(
    tx,
    session,
    "settingChanges",
    change === undefined ? others : [...others, change],
  );
}

function shownValue(
  { fields }: SessionRecord,
  { setting, configId }: SettingName,
): SettingValue | undefined {
  if (setting === "mode") return fields.modes?.currentModeId;
  if (setting === "model") return fields.models?.currentModelId;
  const option = fields.configOptions.find(({ id }) => id === configId);
  return option?.type === "select" || option?.type === "boolean" ? option.currentValue : undefined;
}

/** Shows a value of a setting. `undefined`: the agent has not sent any. */
function show(
  tx: Transaction,
  session: SessionRecord,
  { setting, configId }: SettingName,
  value: SettingValue | undefined,
): void {
  const { modes, models, configOptions } = session.fields;
  if (setting === "config_option") {
    const options = configOptions.map((option) =>
      option.id === configId && value !== undefined ? withValue(option, value) : option,
    );
    return shareSessionField(tx, session, "configOptions", options);
  }
  const id = typeof value === "string" ? value : undefined;
  if (setting === "mode")
    shareSessionField(
      tx,
      session,
      "modes",
      id === undefined ? undefined : { availableModes: [], ...modes, currentModeId: id },
    );
  else
    shareSessionField(
      tx,
      session,
      "models",
      id === undefined ? undefined : { availableModels: [], ...models, currentModelId: id },
    );
}

/** Returns a setting with another value, or as it is if it cannot have the value. */
function withValue(option: ConfigOption, value: SettingValue): ConfigOption {
  if (option.type === "select" && typeof value === "string")
    return { ...option, currentValue: value };
  if (option.type === "boolean" && typeof value === "boolean")
    return { ...option, currentValue: value };
  return option;
}
