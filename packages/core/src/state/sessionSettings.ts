import type { Meta, Unrecognized } from "./content.js";
import type { TurnError } from "./entities.js";

/** A mode that the agent can work in, such as "ask" or "code". */
export interface SessionMode {
  /** The agent's id of the mode. */
  readonly id: string;
  /** The name for display. */
  readonly name: string;
  /** A description for display. */
  readonly description?: string | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The modes of a session. {@link https://agentclientprotocol.com/protocol/v1/session-modes} */
export interface SessionModes {
  /** The id of the current mode. */
  readonly currentModeId: string;
  /** The modes to choose from. */
  readonly availableModes: readonly SessionMode[];
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** A language model that the agent can use. */
export interface SessionModel {
  /** The agent's id of the model. */
  readonly modelId: string;
  /** The name for display. */
  readonly name: string;
  /** A description for display. */
  readonly description?: string | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/**
 * The models of a session, as earlier versions of the protocol describe them. Agents that follow the
 * current version offer a {@link ConfigOption} of the category `model` instead.
 */
export interface SessionModels {
  /** The id of the current model. */
  readonly currentModelId: string;
  /** The models to choose from. */
  readonly availableModels: readonly SessionModel[];
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** The latest change of a setting that the agent has not accepted. */
export interface SettingChange {
  /** The kind of the setting. */
  readonly setting: "mode" | "model" | "config_option";
  /** The id of the config option. Absent for a mode and a model. */
  readonly configId?: string;
  /**
   * `pending`: the session shows the choice, and the agent has not responded. `failed`: the session
   * shows the last confirmed value again. A failed change stays until the setting is changed again.
   */
  readonly status: "pending" | "failed";
  /** The value that the user chose: the id of a mode, model or value, or whether a setting is on. */
  readonly value: string | boolean;
  /** The reason the change failed. Set when `failed`. */
  readonly error?: TurnError;
}

/** The fields that settings of all types have. */
export interface ConfigOptionFields {
  /** The agent's id of the setting. Version 2 calls it `configId`, which is kept as well. */
  readonly id: string;
  /** The same id, as version 2 sends it. */
  readonly configId?: string;
  /** The name for display. */
  readonly name: string;
  /** A description for display. */
  readonly description?: string | null;
  /** The purpose of the setting. */
  readonly category?: "mode" | "model" | "thought_level" | (string & {}) | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** A setting with a list of values to choose from. */
export interface SelectConfigOption extends ConfigOptionFields {
  readonly type: "select";
  /** The current value, one of `options`. */
  readonly currentValue: string;
  /** The values, or groups of values: `"options" in item` identifies a group. */
  readonly options: readonly ConfigOptionValue[] | readonly ConfigOptionGroup[];
}

/** A setting that is on or off. */
export interface BooleanConfigOption extends ConfigOptionFields {
  readonly type: "boolean";
  /** Whether the setting is on. */
  readonly currentValue: boolean;
}

/** A setting of a type that this version does not know, stored as sent. */
export interface UnrecognizedConfigOption extends ConfigOptionFields {
  readonly type: Unrecognized;
  readonly [field: string]: unknown;
}

/**
 * A setting of the session, such as its model.
 * {@link https://agentclientprotocol.com/protocol/v1/session-config-options}
 */
export type ConfigOption = SelectConfigOption | BooleanConfigOption | UnrecognizedConfigOption;

/** A value of a setting. */
export interface ConfigOptionValue {
  /** The value to send to the agent. */
  readonly value: string;
  /** The name for display. */
  readonly name: string;
  /** A description for display. */
  readonly description?: string | null;
  /** Extension data. */
  readonly _meta?: Meta | null;
}

/** A group of values of a setting. */
export interface ConfigOptionGroup {
  /** The id of the group (version 1). */
  readonly group?: string;
  /** The id of the group (version 2). */
  readonly groupId?: string;
  /** The name for display. */
  readonly name: string;
  /** The values of the group. */
  readonly options: readonly ConfigOptionValue[];
  /** Extension data. */
  readonly _meta?: Meta | null;
}
