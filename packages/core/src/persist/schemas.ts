import * as z from "zod/mini";
import {
  ROOT_TABLE_NAMES,
  TABLE_NAMES,
  type RootTableName,
  type TableName,
} from "../state/tables.js";
import type { RootField } from "../state/state.js";
import type { StoredSessionField } from "../state/storedState.js";
import { base64Schema } from "../wire/commonSchemas.js";
import { openUnion } from "../wire/schema.js";
import { FORMAT_VERSION } from "./serialize.js";

// The schemas check what the store, the selectors and the types rely on. Fields that are not named
// here are kept unchecked, also inside values that only the agent's schema describes.

const savedString = z.string();
const savedObject = z.object({});
const savedCount = z.int().check(z.nonnegative());
const flag = z.optional(z.literal(true));
const optionalText = z.optional(savedString);
const savedMeta = z.optional(savedObject);

const savedBlock: z.ZodMiniType = openUnion("type", {
  text: z.object({ text: savedString }),
  image: z.object({ data: savedString, mimeType: savedString }),
  audio: z.object({ data: savedString, mimeType: savedString }),
  resource_link: z.object({ uri: savedString, name: savedString }),
  resource: z.object({ resource: z.object({ uri: savedString }) }),
});
const savedChanges = z.object({
  changes: z.array(z.object({ operation: savedString })),
  patch: z.nullish(z.object({ format: savedString, text: savedString })),
});
const savedTextDiff = z.object({
  path: savedString,
  oldText: z.nullish(savedString),
  newText: savedString,
});
const savedContent = z.array(
  openUnion("type", {
    content: z.object({ content: savedBlock }),
    diff: z.union([savedChanges, savedTextDiff]),
    terminal: z.object({ terminalId: savedString }),
  }),
);
const savedLocations = z.array(z.object({ path: savedString, line: z.nullish(z.number()) }));
const savedPlanEntry = z.object({
  content: savedString,
  priority: savedString,
  status: savedString,
});

const savedTimes = { createdAt: z.number(), updatedAt: z.number(), replayed: flag };

const savedToolCall = z.object({
  toolCallId: savedString,
  title: optionalText,
  kind: savedString,
  status: savedString,
  content: savedContent,
  locations: savedLocations,
  turnId: optionalText,
  stale: flag,
  decidedBy: optionalText,
  startedAt: z.optional(z.number()),
  endedAt: z.optional(z.number()),
  _meta: savedMeta,
  ...savedTimes,
});

const savedRequestedCall = z.object({ toolCallId: savedString, content: z.nullish(savedContent) });
const savedRequestId: z.ZodMiniType = z.union([savedString, z.number(), z.null()]);
const savedPermission = z.object({
  permissionId: savedString,
  requestId: z.optional(savedRequestId),
  sessionId: savedString,
  title: optionalText,
  toolCall: z.optional(savedRequestedCall),
  subject: z.optional(z.object({ type: savedString })),
  options: z.array(z.object({ optionId: savedString, name: savedString, kind: savedString })),
  status: z.enum(["pending", "selected", "cancelled"]),
  optionId: optionalText,
  reason: optionalText,
  rule: optionalText,
  policyPending: flag,
  requestedAt: z.number(),
  settledAt: z.optional(z.number()),
  ordinal: z.number(),
  turnId: optionalText,
});

const savedEcho = z.optional(z.object({ messageId: optionalText, length: savedCount }));
const savedTurn = z.object({
  turnId: savedString,
  status: z.enum(["running", "cancelling", "ended", "failed", "interrupted"]),
  stopReason: optionalText,
  error: z.optional(z.object({ message: savedString })),
  usage: z.optional(savedObject),
  cancelRequested: flag,
  cancelUnconfirmed: flag,
  accepted: z.optional(z.boolean()),
  reopened: z.optional(z.array(savedString)),
  promptId: optionalText,
  retryOf: optionalText,
  echo: savedEcho,
  steered: z.optional(z.array(z.object({ promptId: savedString, echo: savedEcho }))),
  unanswered: flag,
  startedAt: z.number(),
  endedAt: z.optional(z.number()),
  _meta: savedMeta,
});

const savedTerminal = z.object({
  terminalId: savedString,
  output: savedString,
  outputBytes: savedCount,
  truncatedBytes: savedCount,
  truncated: flag,
  live: flag,
  partial: z.optional(base64Schema),
  exitStatus: z.optional(savedObject),
  released: flag,
  _meta: savedMeta,
  ...savedTimes,
});

const savedElicitation = z.object({
  elicitationId: savedString,
  requestId: z.optional(savedRequestId),
  sessionId: optionalText,
  mode: savedString,
  message: savedString,
  status: z.enum(["pending", "accepted", "declined", "cancelled"]),
  content: z.optional(savedObject),
  requestedAt: z.number(),
});

const savedOrigin = z.optional(z.object({ agentId: savedString, sessionId: savedString }));

const savedCatalogEntry = z.object({
  sessionId: savedString,
  cwd: optionalText,
  additionalDirectories: z.optional(z.array(savedString)),
  title: optionalText,
  firstPrompt: optionalText,
  updatedAt: optionalText,
  lastActivityAt: z.optional(z.number()),
  archived: z.optional(z.boolean()),
  forkedFrom: optionalText,
  continuedFrom: savedOrigin,
  unread: flag,
  saved: flag,
  failure: z.optional(
    z.object({
      status: z.enum(["failed", "interrupted"]),
      error: z.optional(z.object({ message: savedString, code: z.optional(z.number()) })),
    }),
  ),
  seenUpdatedAt: optionalText,
  _meta: savedMeta,
});

/** The schema of the entities of each table. */
const ENTITY_SCHEMAS: Readonly<Record<TableName | RootTableName, z.ZodMiniType>> = {
  toolCalls: savedToolCall,
  plans: openUnion(
    "type",
    {
      items: z.object({
        planId: savedString,
        entries: z.array(savedPlanEntry),
        _meta: savedMeta,
        ...savedTimes,
      }),
    },
    z.object({ type: savedString, ...savedTimes }),
  ),
  messages: z.object({
    messageId: savedString,
    role: z.enum(["user", "agent", "thought"]),
    content: z.array(savedBlock),
    sent: z.optional(z.array(savedBlock)),
    steering: z.optional(z.enum(["sent", "injected", "started_turn", "failed"])),
    runStarts: z.optional(z.array(savedCount)),
    turnId: optionalText,
    _meta: savedMeta,
    ...savedTimes,
  }),
  permissions: savedPermission,
  terminals: savedTerminal,
  turns: savedTurn,
  compactions: z.object({
    compactionId: savedString,
    status: savedString,
    summary: z.array(savedBlock),
    startedAt: z.optional(z.number()),
    endedAt: z.optional(z.number()),
    tokensBefore: z.optional(z.number()),
    tokensAfter: z.optional(z.number()),
  }),
  subagents: z.object({
    sessionId: savedString,
    startedAt: z.optional(z.number()),
    endedAt: z.optional(z.number()),
    _meta: savedMeta,
  }),
  sessionMessages: z.object({
    messageId: savedString,
    content: z.array(savedBlock),
    _meta: savedMeta,
  }),
  applicationRows: z.object({
    rowId: savedString,
    data: z.unknown(),
    createdAt: z.number(),
    updatedAt: z.number(),
  }),
  elicitations: savedElicitation,
  catalog: savedCatalogEntry,
};

const savedValue: z.ZodMiniType = z.union([savedString, z.boolean()]);
const savedError = z.object({ message: savedString });
const savedSettingChange = z.object({
  setting: z.enum(["mode", "model", "config_option"]),
  configId: optionalText,
  status: z.enum(["pending", "failed"]),
  value: savedValue,
  error: z.optional(savedError),
  confirmed: z.optional(savedValue),
  requests: z.array(z.object({ requestId: savedString, value: savedValue })),
});

const savedActivity = z.enum(["idle", "running", "cancelling", "requires_action", "unknown"]);

const optionalCount = z.nullish(savedCount);
const savedUsageTotals = z.object({
  tokens: z.array(
    z.object({
      model: optionalText,
      totalTokens: savedCount,
      inputTokens: savedCount,
      outputTokens: savedCount,
      thoughtTokens: optionalCount,
      cachedReadTokens: optionalCount,
      cachedWriteTokens: optionalCount,
    }),
  ),
  costs: z.array(z.object({ amount: z.number(), currency: savedString })),
});

/** The schema of each session field. A field that an older release did not write is optional. */
const SESSION_FIELD_SCHEMAS: Readonly<Record<StoredSessionField, z.ZodMiniType>> = {
  cwd: optionalText,
  additionalDirectories: z.optional(z.array(savedString)),
  mcpServers: z.optional(z.array(z.object({ name: savedString, transport: savedString }))),
  activity: savedActivity,
  reported: z.optional(savedActivity),
  parentSessionId: optionalText,
  forkedFrom: optionalText,
  continuedFrom: savedOrigin,
  replaying: flag,
  replayBegun: flag,
  lastActivityAt: z.optional(z.number()),
  _meta: savedMeta,
  updateMeta: z.optional(z.record(savedString, savedObject)),
  openTurns: z.array(savedString),
  pendingPermissions: z.optional(z.array(savedString)),
  queue: z.optional(
    z.array(
      z.object({
        id: savedString,
        prompt: z.array(savedBlock),
        display: z.optional(z.array(savedBlock)),
        held: flag,
        at: z.number(),
      }),
    ),
  ),
  queueHeld: flag,
  detached: optionalText,
  writtenFiles: z.optional(
    z.array(
      z.object({
        path: savedString,
        operation: z.enum(["add", "modify"]),
        added: z.number(),
        removed: z.number(),
      }),
    ),
  ),
  background: z.optional(z.array(z.object({ type: savedString }))),
  info: z.optional(z.object({ title: optionalText, updatedAt: optionalText, _meta: savedMeta })),
  commands: z.optional(z.array(z.object({ name: savedString }))),
  configOptions: z.optional(z.array(z.object({ id: savedString }))),
  modes: z.optional(z.object({ currentModeId: savedString, availableModes: z.array(savedObject) })),
  models: z.optional(
    z.object({ currentModelId: savedString, availableModels: z.array(savedObject) }),
  ),
  settingChanges: z.optional(z.array(savedSettingChange)),
  usage: z.optional(savedObject),
  usageTotals: z.optional(savedUsageTotals),
  recentPlans: z.optional(z.array(savedString)),
  notices: z.optional(
    z.array(z.object({ position: z.optional(savedCount), count: z.optional(savedCount) })),
  ),
  unknownUpdates: z.optional(z.array(savedObject)),
  dropped: z.optional(
    z.object({ notices: z.optional(z.number()), unknownUpdates: z.optional(z.number()) }),
  ),
  restored: flag,
  unknownFields: z.optional(z.unknown()),
  closed: flag,
};

/** The schema of each field at the top of the state. */
const ROOT_FIELD_SCHEMAS: Readonly<Record<RootField, z.ZodMiniType>> = {
  protocolVersion: z.union([z.literal(1), z.literal(2)]),
  agent: z.object({
    auth: z.optional(
      z.object({
        status: z.enum(["required", "in_progress", "failed", "done", "not_required"]),
        methodId: optionalText,
        error: z.optional(savedError),
        accounts: z.optional(z.array(z.object({ label: savedString }))),
      }),
    ),
  }),
  connection: z.optional(z.unknown()),
  pendingElicitations: z.optional(z.array(savedString)),
  unknownFields: z.optional(z.unknown()),
};

/** Returns the schema of tables as lists of entries. An older release may not have written a table. */
function tableSchemas<Name extends TableName | RootTableName>(
  names: readonly Name[],
): Record<string, z.ZodMiniType> {
  return Object.fromEntries(
    names.map((name) => [name, z.optional(z.array(z.tuple([savedString, ENTITY_SCHEMAS[name]])))]),
  );
}

const savedSession = z.object({
  ...tableSchemas(TABLE_NAMES),
  sessionId: savedString,
  ...SESSION_FIELD_SCHEMAS,
  timeline: z.array(
    openUnion(
      "type",
      { message: z.object({ id: savedString, run: savedCount }) },
      z.object({ type: savedString, id: savedString }),
    ),
  ),
});

/** The schema of a serialized state in a format that this release reads. */
export const serializedSchema: z.ZodMiniType = z.object({
  format: z.literal("acp-store"),
  version: z.union([z.literal(1), z.literal(FORMAT_VERSION)]),
  state: z.object({
    ...ROOT_FIELD_SCHEMAS,
    ...tableSchemas(ROOT_TABLE_NAMES),
    sessions: z.array(z.tuple([savedString, savedSession])),
  }),
});
