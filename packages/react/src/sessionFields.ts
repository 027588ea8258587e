import type {
  AvailableCommand,
  ConfigOption,
  Notice,
  Session,
  SessionField,
  SessionModes,
  Usage,
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
