import * as z from "zod/mini";
import { ROOT_TABLE_NAMES, TABLE_NAMES } from "../state/definitions.js";
import type { RootField, RootTableName, TableName } from "../state/state.js";
import type { StoredSessionField } from "../state/storedState.js";
import { block, ENTITY_SCHEMAS } from "./entitySchemas.js";
import { FORMAT_VERSION } from "./serialize.js";

const string = z.string();
const object = z.object({});
const count = z.optional(z.number());
const yes = z.optional(z.literal(true));
const text = z.optional(string);
const meta = z.optional(object);
const activity = z.enum(["idle", "running", "cancelling", "requires_action", "unknown"]);

/** The schema of each session field. A field that an older release did not write is optional. */
const SESSION_FIELD_SCHEMAS: Readonly<Record<StoredSessionField, z.ZodMiniType>> = {
  cwd: text,
  additionalDirectories: z.optional(z.array(string)),
  activity,
  reported: z.optional(activity),
  parentSessionId: text,
  replaying: yes,
  openTurns: z.array(string),
  queue: z.optional(z.array(z.object({ id: string, prompt: z.array(block), at: z.number() }))),
  queueHeld: yes,
  detached: text,
  background: z.optional(z.array(z.object({ type: string }))),
  info: z.optional(z.object({ title: text, updatedAt: text, _meta: meta })),
  commands: z.optional(z.array(z.object({ name: string }))),
  configOptions: z.optional(z.array(z.object({ id: string }))),
  modes: z.optional(z.object({ currentModeId: string, availableModes: z.array(object) })),
  usage: z.optional(object),
  recentPlans: z.optional(z.array(string)),
  notices: z.optional(z.array(object)),
  unknownUpdates: z.optional(z.array(object)),
  dropped: z.optional(z.object({ notices: count, unknownUpdates: count })),
  closed: yes,
};

/** The schema of each field at the top of the state. */
const ROOT_FIELD_SCHEMAS: Readonly<Record<RootField, z.ZodMiniType>> = {
  protocolVersion: z.union([z.literal(1), z.literal(2)]),
  agent: object,
  connection: z.optional(z.unknown()),
};

/** Returns the schema of tables as lists of entries. An older release may not have written a table. */
function tableSchemas<Name extends TableName | RootTableName>(
  names: readonly Name[],
): Record<string, z.ZodMiniType> {
  return Object.fromEntries(
    names.map((name) => [name, z.optional(z.array(z.tuple([string, ENTITY_SCHEMAS[name]])))]),
  );
}

const session = z.object({
  ...tableSchemas(TABLE_NAMES),
  sessionId: string,
  ...SESSION_FIELD_SCHEMAS,
  timeline: z.array(z.object({ type: string, id: string })),
});

/** The schema of a serialized state in the format of this release. */
export const serializedSchema: z.ZodMiniType = z.object({
  format: z.literal("acp-store"),
  version: z.literal(FORMAT_VERSION),
  state: z.object({
    ...ROOT_FIELD_SCHEMAS,
    ...tableSchemas(ROOT_TABLE_NAMES),
    sessions: z.array(z.tuple([string, session])),
  }),
});
