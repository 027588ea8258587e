import * as z from "zod/mini";
import type { TableName } from "../state/state.js";
import { TABLE_NAMES } from "../state/tables.js";
import { block, ENTITIES, requestId } from "./entitySchemas.js";
import { FORMAT_VERSION } from "./serialize.js";

const string = z.string();
const object = z.object({});
const count = z.optional(z.number());
const yes = z.optional(z.literal(true));
const text = z.optional(string);
const meta = z.optional(object);

const elicitation = z.object({
  elicitationId: string,
  requestId: z.optional(requestId),
  sessionId: text,
  mode: string,
  message: string,
  status: z.enum(["pending", "accepted", "declined", "cancelled"]),
  content: z.optional(object),
  requestedAt: z.number(),
});

/** What stands in a state that an older release wrote may lack what came later. */
const tables = TABLE_NAMES.map((name) => [
  name,
  z.optional(z.array(z.tuple([string, ENTITIES[name] ?? object]))),
]);

const activity = z.enum(["idle", "running", "cancelling", "requires_action", "unknown"]);
const session = z.object({
  ...(Object.fromEntries(tables) as Record<TableName, z.ZodMiniType>),
  sessionId: string,
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
  timeline: z.array(z.object({ type: string, id: string })),
});

/** A serialized state of this release's format. */
export const serialized: z.ZodMiniType = z.object({
  format: z.literal("acp-store"),
  version: z.literal(FORMAT_VERSION),
  state: z.object({
    protocolVersion: z.union([z.literal(1), z.literal(2)]),
    agent: object,
    elicitations: z.optional(z.array(z.tuple([string, elicitation]))),
    sessions: z.array(z.tuple([string, session])),
  }),
});
