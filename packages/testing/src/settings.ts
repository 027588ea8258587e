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

export type AgentSettings = readonly (SelectSetting | BooleanSetting)[];

/** Returns the setting that version 1 also offers as session modes. */
export const findModeSetting = (settings: AgentSettings): SelectSetting | undefined =>
  settings.find((setting) => setting.type === "select" && setting.category === "mode") as
    | SelectSetting
    | undefined;

/** Returns the choices of a setting without their groups. */
export const listChoices = ({ options }: SelectSetting): readonly SettingOption[] =>
  options.flatMap((option) => ("group" in option ? option.options : [option]));
