import type {
  AvailableCommand,
  ConfigOption,
  Notice,
  SessionModels,
  SessionModes,
  SettingPicker,
  Usage,
} from "@acp-store/core";
import {
  commandsRead,
  configOptionsRead,
  modelPickerRead,
  modelsRead,
  modePickerRead,
  modesRead,
  noticesRead,
  usageRead,
} from "@acp-store/core/reads";
import type { Signal } from "@angular/core";
import type { SessionOptions } from "./context.js";
import { injectSessionRead } from "./injectRead.js";

/**
 * Returns the slash commands that the agent currently offers.
 * {@link https://agentclientprotocol.com/protocol/v1/slash-commands}
 */
export function injectCommands(options?: SessionOptions): Signal<readonly AvailableCommand[]> {
  return injectSessionRead(commandsRead, options);
}

/**
 * Returns the settings of the session, such as its model, with their current values.
 * {@link https://agentclientprotocol.com/protocol/v1/session-config-options}
 */
export function injectConfigOptions(options?: SessionOptions): Signal<readonly ConfigOption[]> {
  return injectSessionRead(configOptionsRead, options);
}

/**
 * Returns the available modes and the current one, or `undefined` if the agent has no modes.
 * {@link https://agentclientprotocol.com/protocol/v1/session-modes}
 */
export function injectModes(options?: SessionOptions): Signal<SessionModes | undefined> {
  return injectSessionRead(modesRead, options);
}

/**
 * Returns the available models and the current one, or `undefined` if the agent does not list them
 * in this form. {@link injectModelPicker} also covers agents that offer a config option for the model.
 */
export function injectModels(options?: SessionOptions): Signal<SessionModels | undefined> {
  return injectSessionRead(modelsRead, options);
}

/**
 * Returns the choice between modes, whether the agent offers it as a config option or as
 * `session.modes`; `undefined` if it offers none.
 */
export function injectModePicker(options?: SessionOptions): Signal<SettingPicker | undefined> {
  return injectSessionRead(modePickerRead, options);
}

/**
 * Returns the choice between models, whether the agent offers it as a config option or as
 * `session.models`; `undefined` if it offers none. The value changes as soon as a choice is sent,
 * and `change` tells whether the agent has not responded yet or has refused it.
 */
export function injectModelPicker(options?: SessionOptions): Signal<SettingPicker | undefined> {
  return injectSessionRead(modelPickerRead, options);
}

/**
 * Returns the agent's notices outside of the conversation, the newest last, at most
 * `limits.notices` of them.
 */
export function injectNotices(options?: SessionOptions): Signal<readonly Notice[]> {
  return injectSessionRead(noticesRead, options);
}

/**
 * Returns the number of tokens in context, the size of the context window in tokens, and the cost
 * so far; `undefined` until the agent reports them.
 */
export function injectUsage(options?: SessionOptions): Signal<Usage | undefined> {
  return injectSessionRead(usageRead, options);
}
