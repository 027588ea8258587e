import * as z from "zod";
import type { TableName } from "../state/state.js";
import { TABLE_NAMES } from "../state/tables.js";
import { block, ENTITIES, requestId } from "./entitySchemas.js";
import { FORMAT_VERSION } from "./serialize.js";

const string = z.string();
const object = z.object({});
const count = z.number().optional();
const yes = z.literal(true).optional();
const text = string.optional();
const meta = object.optional();

const elicitation = z.object({
  elicitationId: string,
  requestId: requestId.optional(),
  sessionId: text,
  mode: string,
  message: string,
  status: z.enum(["pending", "accepted", "declined", "cancelled"]),
  content: object.optional(),
  requestedAt: z.number(),
});

/** What stands in a state that an older release wrote may lack what came later. */
const tables = TABLE_NAMES.map((name) => [
  name,
  z.array(z.tuple([string, ENTITIES[name] ?? object])).optional(),
]);

const activity = z.enum(["idle", "running", "cancelling", "requires_action", "unknown"]);
const session = z.object({
  ...(Object.fromEntries(tables) as Record<TableName, z.ZodType>),
  sessionId: string,
  cwd: text,
  additionalDirectories: z.array(string).optional(),
  activity,
  reported: activity.optional(),
  parentSessionId: text,
  replaying: yes,
  openTurns: z.array(string),
  queue: z.array(z.object({ id: string, prompt: z.array(block), at: z.number() })).optional(),
  queueHeld: yes,
  detached: text,
  background: z.array(z.object({ type: string })).optional(),
  info: z.object({ title: text, updatedAt: text, _meta: meta }).optional(),
  commands: z.array(z.object({ name: string })).optional(),
  configOptions: z.array(z.object({ id: string })).optional(),
  modes: z.object({ currentModeId: string, availableModes: z.array(object) }).optional(),
  usage: object.optional(),
  recentPlans: z.array(string).optional(),
  notices: z.array(object).optional(),
  unknownUpdates: z.array(object).optional(),
  dropped: z.object({ notices: count, unknownUpdates: count }).optional(),
  closed: yes,
  timeline: z.array(z.object({ type: string, id: string })),
});

/** A serialized state of this release's format. */
export const serialized: z.ZodType = z.object({
  format: z.literal("acp-store"),
  version: z.literal(FORMAT_VERSION),
  state: z.object({
    protocolVersion: z.union([z.literal(1), z.literal(2)]),
    agent: object,
    elicitations: z.array(z.tuple([string, elicitation])).optional(),
    sessions: z.array(z.tuple([string, session])),
  }),
});
