import * as reads from "@acp-store/core/reads";
import { type SessionReadHook, useSessionRead } from "./useRead.js";

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
export const useCommands: SessionReadHook<typeof reads.commandsRead> = (...args) =>
  useSessionRead(useCommands, reads.commandsRead, args);

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
export const useConfigOptions: SessionReadHook<typeof reads.configOptionsRead> = (...args) =>
  useSessionRead(useConfigOptions, reads.configOptionsRead, args);

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
export const useModes: SessionReadHook<typeof reads.modesRead> = (...args) =>
  useSessionRead(useModes, reads.modesRead, args);

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
export const useModels: SessionReadHook<typeof reads.modelsRead> = (...args) =>
  useSessionRead(useModels, reads.modelsRead, args);

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
export const useModelPicker: SessionReadHook<typeof reads.modelPickerRead> = (...args) =>
  useSessionRead(useModelPicker, reads.modelPickerRead, args);

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
export const useModePicker: SessionReadHook<typeof reads.modePickerRead> = (...args) =>
  useSessionRead(useModePicker, reads.modePickerRead, args);

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
export const useNotices: SessionReadHook<typeof reads.noticesRead> = (...args) =>
  useSessionRead(useNotices, reads.noticesRead, args);

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
export const useUsage: SessionReadHook<typeof reads.usageRead> = (...args) =>
  useSessionRead(useUsage, reads.usageRead, args);

/**
 * Returns the tokens by model and the costs by currency of the session with its subagents, in total.
 *
 * @example
 * ```tsx
 * function Total() {
 *   const tokens = useUsageTotals(({ tokens }) => tokens.reduce((sum, each) => sum + each.totalTokens, 0));
 *   return <span>{tokens} tokens used</span>;
 * }
 * ```
 */
export const useUsageTotals: SessionReadHook<typeof reads.usageTotalsRead> = (...args) =>
  useSessionRead(useUsageTotals, reads.usageTotalsRead, args);
