import type { AcpStore, ConfigOption, Session } from "@acp-store/core";
import { sendRequest, setConfigOption, setModel } from "./requests.js";
import type { RpcConnection } from "./rpcConnection.js";

/**
 * Chooses the settings again that a session had before it was opened again. Agents often begin with
 * their defaults, such as a mode with more rights. Settings that the agent no longer offers stay
 * unchanged. Never rejects: `settingChanges` of the session has what the agent refused.
 */
export async function restoreSettings(
  store: AcpStore,
  rpc: RpcConnection,
  before: Session,
): Promise<void> {
  const { sessionId } = before;
  const find = (): Partial<Session> => store.getState().sessions.get(sessionId) ?? {};
  const attempt = async (request: Promise<unknown>): Promise<void> => {
    await request.catch(() => {});
  };
  const modeId = lostMode(before, find());
  if (modeId !== undefined)
    await attempt(sendRequest(store, rpc, "setMode", { sessionId, modeId }));
  const modelId = lostModel(before, find());
  if (modelId !== undefined) await attempt(setModel(store, rpc, sessionId, modelId));
  for (const { id } of before.configOptions) {
    // Read after each change: one setting can change the values of another.
    const value = lostValue(id, before, find());
    if (value !== undefined) await attempt(setConfigOption(store, rpc, sessionId, id, value));
  }
}

function lostMode({ modes: before }: Session, { modes }: Partial<Session>): string | undefined {
  if (before === undefined || modes === undefined) return undefined;
  const { currentModeId } = before;
  const isOffered = modes.availableModes.some(({ id }) => id === currentModeId);
  return isOffered && modes.currentModeId !== currentModeId ? currentModeId : undefined;
}

function lostModel({ models: before }: Session, { models }: Partial<Session>): string | undefined {
  if (before === undefined || models === undefined) return undefined;
  const { currentModelId } = before;
  const isOffered = models.availableModels.some(({ modelId }) => modelId === currentModelId);
  return isOffered && models.currentModelId !== currentModelId ? currentModelId : undefined;
}

function lostValue(
  id: string,
  { configOptions: before }: Session,
  { configOptions = [] }: Partial<Session>,
): string | boolean | undefined {
  const chosen = valueOf(before.find((option) => option.id === id));
  const option = configOptions.find((candidate) => candidate.id === id);
  if (chosen === undefined || option === undefined || valueOf(option) === chosen) return undefined;
  return offers(option, chosen) ? chosen : undefined;
}

function valueOf(option: ConfigOption | undefined): string | boolean | undefined {
  return option?.type === "select" || option?.type === "boolean" ? option.currentValue : undefined;
}

function offers(option: ConfigOption, value: string | boolean): boolean {
  if (option.type === "boolean") return typeof value === "boolean";
  if (option.type !== "select") return false;
  const values = option.options.flatMap((item) => ("options" in item ? item.options : [item]));
  return values.some((offered) => offered.value === value);
}
