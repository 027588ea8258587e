import type {
  ConfigOption,
  ConfigOptionValue,
  SelectConfigOption,
  SettingChange,
} from "../state/sessionSettings.js";
import type { AcpState, Session } from "../state/state.js";

/** A value that the user can choose. */
export interface PickerChoice {
  /** The value to send to the agent. */
  readonly value: string;
  /** The name for display. */
  readonly name: string;
  /** A description for display. */
  readonly description?: string;
  /** The name of the group that the value belongs to. */
  readonly group?: string;
}

/** A choice between values, in any form that the agent offers. */
export interface SettingPicker {
  /**
   * The request that changes the setting: `session/set_mode`, `session/set_model` or
   * `session/set_config_option`.
   */
  readonly setting: SettingChange["setting"];
  /** The id of the config option. Absent for modes and models. */
  readonly configId?: string;
  /** The value that is shown. It may be none of `choices`. */
  readonly value: string;
  /** The values to choose from, in the agent's order. */
  readonly choices: readonly PickerChoice[];
  /** The latest change, while the agent has not responded or after it refused. */
  readonly change?: SettingChange;
}

/**
 * Returns the models of a session and the current one: a config option of the category `model`, or
 * else `session.models`. `undefined` if the agent offers neither. The object keeps its reference
 * until it changes.
 *
 * @example
 * ```ts
 * const picker = selectModelPicker(store.getState(), "s1");
 * picker?.choices.find(({ value }) => value === picker.value)?.name; // "Large"
 * ```
 */
export function selectModelPicker(state: AcpState, sessionId: string): SettingPicker | undefined {
  return selectPicker(
    state.sessions.get(sessionId),
    "model",
    ({ models }) => models && pickerOfModels(models),
  );
}

/**
 * Returns the modes of a session and the current one: a config option of the category `mode`, or
 * else `session.modes`. `undefined` if the agent offers neither. The object keeps its reference
 * until it changes.
 *
 * @example
 * ```ts
 * selectModePicker(store.getState(), "s1")?.value; // "ask"
 * ```
 */
export function selectModePicker(state: AcpState, sessionId: string): SettingPicker | undefined {
  return selectPicker(
    state.sessions.get(sessionId),
    "mode",
    ({ modes }) => modes && pickerOfModes(modes),
  );
}

type Unchanged = Omit<SettingPicker, "change">;

const pickerOfModels = /* @__PURE__ */ memoizeByObject(
  ({ currentModelId, availableModels }: NonNullable<Session["models"]>): Unchanged => ({
    setting: "model",
    value: currentModelId,
    choices: availableModels.map(({ modelId, ...model }) => choiceOf({ ...model, value: modelId })),
  }),
);

const pickerOfModes = /* @__PURE__ */ memoizeByObject(
  ({ currentModeId, availableModes }: NonNullable<Session["modes"]>): Unchanged => ({
    setting: "mode",
    value: currentModeId,
    choices: availableModes.map(({ id, ...mode }) => choiceOf({ ...mode, value: id })),
  }),
);

const pickerOfOption = /* @__PURE__ */ memoizeByObject(
  ({ id, currentValue, options }: SelectConfigOption): Unchanged => ({
    setting: "config_option",
    configId: id,
    value: currentValue,
    choices: options.flatMap((item) =>
      "options" in item
        ? item.options.map((value) => ({ ...choiceOf(value), group: item.name }))
        : choiceOf(item),
    ),
  }),
);

const withChange = /* @__PURE__ */ memoizeByObject((picker: Unchanged) =>
  memoizeByObject((change: SettingChange): SettingPicker => ({ ...picker, change })),
);

/** A config option of the category is preferred, because it supersedes the other form. */
function selectPicker(
  session: Session | undefined,
  category: "mode" | "model",
  otherwise: (session: Session) => Unchanged | undefined,
): SettingPicker | undefined {
  if (session === undefined) return undefined;
  const isOffered = (option: ConfigOption): option is SelectConfigOption =>
    option.type === "select" && option.category === category;
  const option = session.configOptions.find(isOffered);
  const picker = option === undefined ? otherwise(session) : pickerOfOption(option);
  const change =
    picker &&
    session.settingChanges.find(
      ({ setting, configId }) => setting === picker.setting && configId === picker.configId,
    );
  return picker && change ? withChange(picker)(change) : picker;
}

function choiceOf({ value, name, description }: ConfigOptionValue): PickerChoice {
  return { value, name, ...(description != null && { description }) };
}

function memoizeByObject<Input extends object, Result>(
  compute: (input: Input) => Result,
): (input: Input) => Result {
  const results = new WeakMap<Input, Result>();
  return (input) => {
    const result = results.get(input) ?? compute(input);
    results.set(input, result);
    return result;
  };
}
