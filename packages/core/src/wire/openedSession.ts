import * as z from "zod/mini";
import type { Diagnostic } from "../diagnostics.js";
import type { SessionOpenedEvent } from "../events/sessionEvents.js";
import { isObject, presentFields } from "../json.js";
import type { SessionOrigin } from "../state/catalog.js";
import type { Meta } from "../state/content.js";
import type { SessionId } from "../state/entities.js";
import type { AvailableCommand, SessionMcpServer } from "../state/sessionParts.js";
import type { ConfigOption, SessionModels, SessionModes } from "../state/sessionSettings.js";
import { optionalStringSchema, stringSchema } from "./commonSchemas.js";
import { parseLenient } from "./parse.js";
import { lenientList, nullish } from "./schema.js";
import * as v1 from "./v1/schemas.js";
import * as v2 from "./v2/schemas.js";
import { withOptionIds } from "./v2/updates.js";

/** The fields of a request that describe where a session works. */
export const setupParamsFields = {
  cwd: optionalStringSchema,
  additionalDirectories: nullish(lenientList(stringSchema)),
  // Not checked, because a diagnostic would contain the secrets of a malformed server.
  mcpServers: z.optional(z.unknown()),
};

const setupParamsSchema = z.object(setupParamsFields);
type SetupParams = z.infer<typeof setupParamsSchema>;

/** The parts of a session that a response describes, as the state has them. */
export interface SessionParts {
  readonly modes?: SessionModes | null | undefined;
  readonly models?: SessionModels | null | undefined;
  readonly configOptions?: readonly ConfigOption[] | null | undefined;
  readonly availableCommands?: readonly AvailableCommand[] | null | undefined;
  readonly _meta?: Meta | null | undefined;
}

/** Creates the event of a session that a request and its response describe. */
export function sessionOpened(
  sessionId: SessionId,
  { cwd, additionalDirectories, mcpServers: sent }: SetupParams,
  { modes, models, configOptions, availableCommands: commands, _meta: meta }: SessionParts,
): SessionOpenedEvent {
  const mcpServers = Array.isArray(sent) ? sent.flatMap(nameMcpServer) : undefined;
  return {
    type: "session_opened",
    sessionId,
    ...presentFields({ cwd, additionalDirectories, mcpServers, modes, models, configOptions }),
    ...presentFields({ commands, meta }),
  };
}

/** Returns the name and the transport of a server. Everything else of it may contain secrets. */
function nameMcpServer(server: unknown): readonly SessionMcpServer[] {
  if (!isObject(server)) return [];
  const { name, type = "stdio" } = server;
  return typeof name === "string" && typeof type === "string" ? [{ name, transport: type }] : [];
}

/**
 * Returns the parts of a version 2 response with the ids that the state uses. It names each part,
 * because a copy of the rest would contain fields that no schema has checked.
 */
export function withIds({
  models,
  configOptions,
  availableCommands,
  _meta,
}: z.infer<typeof v2.loadSessionResponseSchema>): SessionParts {
  return {
    models,
    availableCommands,
    _meta,
    configOptions: configOptions && withOptionIds(configOptions),
  };
}

const openedFields = {
  ...setupParamsFields,
  ...v1.sessionSetupFields,
  continuedFrom: nullish(z.object({ agentId: stringSchema, sessionId: stringSchema })),
};
const openedSessionSchemas = {
  1: z.object(openedFields),
  2: z.object({ ...openedFields, ...v2.sessionSetupFields }),
};

/**
 * Parses the session that an application passes to `openSession`, because it may contain the agent's
 * response as sent. In version 2 a setting may have the store's `id` in place of `configId`.
 */
export function parseOpenedSession(
  version: 1 | 2,
  { sessionId, ...setup }: { readonly sessionId: SessionId; readonly configOptions?: unknown },
): { readonly event: SessionOpenedEvent; readonly diagnostics: readonly Diagnostic[] } {
  if (version === 1) {
    const { value = {}, diagnostics } = parseLenient(openedSessionSchemas[1], setup, []);
    return { event: opened(sessionId, value, value), diagnostics };
  }
  const { configOptions } = setup;
  const sent = Array.isArray(configOptions)
    ? { ...setup, configOptions: configOptions.map(withConfigId) }
    : setup;
  const { value = {}, diagnostics } = parseLenient(openedSessionSchemas[2], sent, []);
  const parts = { ...withIds(value), modes: value.modes };
  return { event: opened(sessionId, value, parts), diagnostics };
}

function opened(
  sessionId: SessionId,
  setup: SetupParams & { readonly continuedFrom?: SessionOrigin | null | undefined },
  parts: SessionParts,
): SessionOpenedEvent {
  const { continuedFrom } = setup;
  return { ...sessionOpened(sessionId, setup, parts), ...presentFields({ continuedFrom }) };
}

function withConfigId(option: unknown): unknown {
  return isObject(option) ? { configId: option["id"], ...option } : option;
}
