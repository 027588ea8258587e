import { selectNestedTimeline, type NestedTimelineItem } from "../select/selectNestedTimeline.js";
import { selectModelPicker, selectModePicker, type SettingPicker } from "../select/selectPicker.js";
import { type CatalogFilter, selectSessionCatalog } from "../select/selectSessionCatalog.js";
import { EMPTY_LIST } from "../select/list.js";
import { selectUsageTotals } from "../select/selectUsageTotals.js";
import { selectSession, selectSessions, selectTimeline } from "../select/sessions.js";
import type { CatalogEntry } from "../state/catalog.js";
import type { AvailableCommand, Notice, Usage, UsageTotals } from "../state/sessionParts.js";
import type { ConfigOption, SessionModels, SessionModes } from "../state/sessionSettings.js";
import type { AcpState, Session, SessionField } from "../state/state.js";
import type { TimelineItem } from "../state/tables.js";
import type { StateRead } from "./stateRead.js";

/** Returns a read of one session, `undefined` until it is known. Everything in it changes the value. */
export function sessionRead(sessionId: string): StateRead<Session | undefined> {
  return {
    targets: [{ type: "session", sessionId }],
    read: (state) => selectSession(state, sessionId),
  };
}

/** Returns a read of the open sessions in first-seen order. Everything in them changes it. */
export function sessionsRead(): StateRead<readonly Session[]> {
  return { targets: [{ type: "sessions" }], read: selectSessions };
}

/** Returns a read of the ids of the open sessions in first-seen order. */
export function sessionIdsRead(): StateRead<readonly string[]> {
  return {
    targets: [{ type: "sessionIds" }],
    read: (state) => selectSessions(state).map(({ sessionId }) => sessionId),
  };
}

/**
 * Returns a read of the sessions that the agent knows, open or not, the most recently active first.
 * Archived sessions are left out unless the filter asks for them.
 */
export function sessionCatalogRead(filter?: CatalogFilter): StateRead<readonly CatalogEntry[]> {
  return {
    targets: [{ type: "state", field: "catalog" }],
    read: (state) => selectSessionCatalog(state, filter),
  };
}

/**
 * Returns a read of the items of a conversation in first-seen order. It changes only when an item is
 * added or removed: render a component for each item, which reads its own entity.
 */
export function timelineRead(sessionId: string): StateRead<readonly TimelineItem[]> {
  return {
    targets: [{ type: "field", sessionId, field: "timeline" }],
    read: (state) => selectTimeline(state, sessionId),
  };
}

/** Returns a read of the items of a conversation with those of its subagents as their `children`. */
export function nestedTimelineRead(sessionId: string): StateRead<readonly NestedTimelineItem[]> {
  return {
    targets: [{ type: "field", field: "timeline" }],
    read: (state) => selectNestedTimeline(state, sessionId),
  };
}

/**
 * Returns a read of the slash commands that the agent currently offers.
 * {@link https://agentclientprotocol.com/protocol/v1/slash-commands}
 */
export function commandsRead(sessionId: string): StateRead<readonly AvailableCommand[]> {
  return fieldRead(sessionId, "commands", EMPTY_LIST);
}

/**
 * Returns a read of the settings of a session, such as its model, with their current values.
 * {@link https://agentclientprotocol.com/protocol/v1/session-config-options}
 */
export function configOptionsRead(sessionId: string): StateRead<readonly ConfigOption[]> {
  return fieldRead(sessionId, "configOptions", EMPTY_LIST);
}

/**
 * Returns a read of the available modes and the current one, `undefined` if the agent has no modes.
 * {@link https://agentclientprotocol.com/protocol/v1/session-modes}
 */
export function modesRead(sessionId: string): StateRead<SessionModes | undefined> {
  return fieldRead(sessionId, "modes", undefined);
}

/**
 * Returns a read of the available models and the current one, `undefined` if the agent does not list
 * them in this form. `modelPickerRead` also covers agents that offer a config option for the model.
 */
export function modelsRead(sessionId: string): StateRead<SessionModels | undefined> {
  return fieldRead(sessionId, "models", undefined);
}

/**
 * Returns a read of the choice between modes, whether the agent offers it as a config option or as
 * `session.modes`; `undefined` if it offers none.
 */
export function modePickerRead(sessionId: string): StateRead<SettingPicker | undefined> {
  return pickerRead(sessionId, "modes", selectModePicker);
}

/**
 * Returns a read of the choice between models, whether the agent offers it as a config option or as
 * `session.models`; `undefined` if it offers none. The value changes as soon as a choice is sent, and
 * `change` tells whether the agent has not responded yet or has refused it.
 */
export function modelPickerRead(sessionId: string): StateRead<SettingPicker | undefined> {
  return pickerRead(sessionId, "models", selectModelPicker);
}

/**
 * Returns a read of the agent's notices outside of the conversation, the newest last, at most
 * `limits.notices` of them.
 */
export function noticesRead(sessionId: string): StateRead<readonly Notice[]> {
  return fieldRead(sessionId, "notices", EMPTY_LIST);
}

/**
 * Returns a read of the number of tokens in the context, the size of the context in tokens, and the cost
 * so far; `undefined` until the agent reports them.
 */
export function usageRead(sessionId: string): StateRead<Usage | undefined> {
  return fieldRead(sessionId, "usage", undefined);
}

/**
 * Returns a read of the tokens by model and the costs by currency of a session with its subagents, in
 * total.
 */
export function usageTotalsRead(sessionId: string): StateRead<UsageTotals> {
  return {
    targets: [
      { type: "field", field: "usageTotals" },
      { type: "field", field: "parentSessionId" },
    ],
    read: (state) => selectUsageTotals(state, sessionId),
  };
}

function fieldRead<Name extends SessionField>(
  sessionId: string,
  field: Name,
  empty: Session[Name],
): StateRead<Session[Name]> {
  return {
    targets: [{ type: "field", sessionId, field }],
    read: (state) => {
      const value = state.sessions.get(sessionId)?.[field];
      return value === undefined || (Array.isArray(value) && value.length === 0) ? empty : value;
    },
  };
}

function pickerRead(
  sessionId: string,
  field: "models" | "modes",
  select: (state: AcpState, sessionId: string) => SettingPicker | undefined,
): StateRead<SettingPicker | undefined> {
  return {
    targets: [
      { type: "field", sessionId, field },
      { type: "field", sessionId, field: "configOptions" },
      { type: "field", sessionId, field: "settingChanges" },
    ],
    read: (state) => select(state, sessionId),
  };
}
