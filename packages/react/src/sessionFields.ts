import {
  type AcpState,
  type AvailableCommand,
  type ConfigOption,
  type Notice,
  type Session,
  type SessionField,
  type SessionModels,
  type SessionModes,
  selectModelPicker,
  selectModePicker,
  type SettingPicker,
  type Usage,
} from "@acp-store/core";
import { EMPTY_LIST, type SessionRead, useWatchedSession } from "./useWatched.js";

/**
 * Returns the slash commands that the agent currently offers.
 * {@link https://agentclientprotocol.com/protocol/v1/slash-commands}
 *
 * @example
 * ```tsx
 * function Commands() {
 *   return useCommands().map(({ name, description }) => (
 *     <li key={name}>
 *       /{name}: {description}
 *     </li>
 *   ));
 * }
 * ```
 */
export function useCommands<Value = readonly AvailableCommand[]>(
  options?: SessionRead<readonly AvailableCommand[], Value>,
): Value {
  return useSessionField("commands", EMPTY_LIST, options);
}

/**
 * Returns the settings of the session, such as its model, with their current values.
 * {@link https://agentclientprotocol.com/protocol/v1/session-config-options}
 *
 * @example
 * ```tsx
 * function Model() {
 *   const model = useConfigOptions((all) => all.find((option) => option.id === "model"));
 *   return <b>{String(model?.currentValue)}</b>;
 * }
 * ```
 */
export function useConfigOptions<Value = readonly ConfigOption[]>(
  options?: SessionRead<readonly ConfigOption[], Value>,
): Value {
  return useSessionField("configOptions", EMPTY_LIST, options);
}

/**
 * Returns the available modes and the current one, or `undefined` if the agent has no modes.
 * {@link https://agentclientprotocol.com/protocol/v1/session-modes}
 *
 * @example
 * ```tsx
 * function Mode({ onPick }: { onPick(modeId: string): void }) {
 *   const modes = useModes();
 *   return (
 *     <select value={modes?.currentModeId} onChange={(event) => onPick(event.target.value)}>
 *       {modes?.availableModes.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
 *     </select>
 *   );
 * }
 * ```
 */
export function useModes<Value = SessionModes | undefined>(
  options?: SessionRead<SessionModes | undefined, Value>,
): Value {
  return useSessionField("modes", undefined, options);
}

/**
 * Returns the available models and the current one, or `undefined` if the agent does not list them
 * in this form. {@link useModelPicker} also covers agents that offer a config option for the model.
 *
 * @example
 * ```tsx
 * function ModelName() {
 *   return <b>{useModels((models) => models?.currentModelId)}</b>;
 * }
 * ```
 */
export function useModels<Value = SessionModels | undefined>(
  options?: SessionRead<SessionModels | undefined, Value>,
): Value {
  return useSessionField("models", undefined, options);
}

/**
 * Returns the choice between models, whether the agent offers it as a config option or as
 * `session.models`; `undefined` if it offers none. The value changes as soon as a choice is sent,
 * and `change` tells whether the agent has not responded yet or has refused it.
 *
 * @example
 * ```tsx
 * function ModelPicker({ onPick }: { onPick(picker: SettingPicker, value: string): void }) {
 *   const picker = useModelPicker();
 *   if (!picker) return null;
 *   return (
 *     <>
 *       <select value={picker.value} onChange={(event) => onPick(picker, event.target.value)}>
 *         {picker.choices.map(({ value, name }) => <option key={value} value={value}>{name}</option>)}
 *       </select>
 *       {picker.change?.error && <p role="alert">{picker.change.error.message}</p>}
 *     </>
 *   );
 * }
 * ```
 */
export function useModelPicker<Value = SettingPicker | undefined>(
  options?: SessionRead<SettingPicker | undefined, Value>,
): Value {
  return usePicker("models", selectModelPicker, options);
}

/**
 * Returns the choice between modes, whether the agent offers it as a config option or as
 * `session.modes`; `undefined` if it offers none. It has the form of {@link useModelPicker}.
 *
 * @example
 * ```tsx
 * function ModeName() {
 *   const name = useModePicker(
 *     (picker) => picker?.choices.find(({ value }) => value === picker.value)?.name,
 *   );
 *   return <b>{name}</b>;
 * }
 * ```
 */
export function useModePicker<Value = SettingPicker | undefined>(
  options?: SessionRead<SettingPicker | undefined, Value>,
): Value {
  return usePicker("modes", selectModePicker, options);
}

function usePicker<Value>(
  field: "models" | "modes",
  select: (state: AcpState, sessionId: string) => SettingPicker | undefined,
  options: SessionRead<SettingPicker | undefined, Value> | undefined,
): Value {
  return useWatchedSession(options, (sessionId) => ({
    targets: [
      { type: "field", sessionId, field },
      { type: "field", sessionId, field: "configOptions" },
      { type: "field", sessionId, field: "settingChanges" },
    ],
    read: (state) => select(state, sessionId),
  }));
}

/**
 * Returns the agent's notices outside of the conversation, the newest last, at most
 * `limits.notices` of them.
 *
 * @example
 * ```tsx
 * function LastNotice() {
 *   const notice = useNotices((all) => all.at(-1));
 *   return <p role="status">{notice?.title}</p>;
 * }
 * ```
 */
export function useNotices<Value = readonly Notice[]>(
  options?: SessionRead<readonly Notice[], Value>,
): Value {
  return useSessionField("notices", EMPTY_LIST, options);
}

/**
 * Returns the number of tokens in context, the size of the context window in tokens, and the cost
 * so far; `undefined` until the agent reports them.
 *
 * @example
 * ```tsx
 * function Meter() {
 *   const percent = useUsage((usage) => usage && Math.round((100 * usage.used) / usage.size));
 *   return <span>{percent === undefined ? "" : `${percent} % of the context`}</span>;
 * }
 * ```
 */
export function useUsage<Value = Usage | undefined>(
  options?: SessionRead<Usage | undefined, Value>,
): Value {
  return useSessionField("usage", undefined, options);
}

function useSessionField<Name extends SessionField, Value>(
  field: Name,
  empty: Session[Name],
  options: SessionRead<Session[Name], Value> | undefined,
): Value {
  return useWatchedSession(options, (sessionId) => ({
    targets: [{ type: "field", sessionId, field }],
    read: (state) => {
      const value = state.sessions.get(sessionId)?.[field];
      return value === undefined || (Array.isArray(value) && value.length === 0) ? empty : value;
    },
  }));
}
