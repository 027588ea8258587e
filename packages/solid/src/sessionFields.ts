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
import type { Accessor } from "solid-js";
import type { SessionOptions } from "./context.js";
import { useSessionRead } from "./useRead.js";

/**
 * Returns the slash commands that the agent currently offers.
 * {@link https://agentclientprotocol.com/protocol/v1/slash-commands}
 */
export function useCommands(options?: SessionOptions): Accessor<readonly AvailableCommand[]> {
  return useSessionRead(commandsRead, options);
}

/**
 * Returns the settings of the session, such as its model, with their current values.
 * {@link https://agentclientprotocol.com/protocol/v1/session-config-options}
 */
export function useConfigOptions(options?: SessionOptions): Accessor<readonly ConfigOption[]> {
  return useSessionRead(configOptionsRead, options);
}

/**
 * Returns the available modes and the current one, or `undefined` if the agent has no modes.
 * {@link https://agentclientprotocol.com/protocol/v1/session-modes}
 */
export function useModes(options?: SessionOptions): Accessor<SessionModes | undefined> {
  return useSessionRead(modesRead, options);
}

/**
 * Returns the available models and the current one, or `undefined` if the agent does not list them
 * in this form. {@link useModelPicker} also covers agents that offer a config option for the model.
 */
export function useModels(options?: SessionOptions): Accessor<SessionModels | undefined> {
  return useSessionRead(modelsRead, options);
}

/**
 * Returns the choice between modes, whether the agent offers it as a config option or as
 * `session.modes`; `undefined` if it offers none.
 */
export function useModePicker(options?: SessionOptions): Accessor<SettingPicker | undefined> {
  return useSessionRead(modePickerRead, options);
}

/**
 * Returns the choice between models, whether the agent offers it as a config option or as
 * `session.models`; `undefined` if it offers none. The value changes as soon as a choice is sent,
 * and `change` tells whether the agent has not responded yet or has refused it.
 */
export function useModelPicker(options?: SessionOptions): Accessor<SettingPicker | undefined> {
  return useSessionRead(modelPickerRead, options);
}

/**
 * Returns the agent's notices outside of the conversation, the newest last, at most
 * `limits.notices` of them.
 */
export function useNotices(options?: SessionOptions): Accessor<readonly Notice[]> {
  return useSessionRead(noticesRead, options);
}

/**
 * Returns the number of tokens in context, the size of the context window in tokens, and the cost
 * so far; `undefined` until the agent reports them.
 */
export function useUsage(options?: SessionOptions): Accessor<Usage | undefined> {
  return useSessionRead(usageRead, options);
}
