import * as z from "zod/mini";
import { presentFields } from "../json.js";
import {
  anyResults,
  type ClientRequest,
  clientRequest,
  type Events,
  type RequestContext,
  sessionParamsSchema,
} from "./clientRequest.js";
import { metaSchema, optionalStringSchema, stringSchema } from "./commonSchemas.js";
import { lenientList, nullish, strict } from "./schema.js";

const listParamsSchema = z.object({ cwd: optionalStringSchema, archived: optionalStringSchema });
const titleResponseSchema = z.object({ title: stringSchema, _meta: metaSchema });

// A malformed list of directories or cursor is ignored in version 1, and an error in version 2.
const listResponseSchemas = {
  1: listResponseSchema(nullish(lenientList(stringSchema)), optionalStringSchema),
  2: listResponseSchema(strict(nullish(z.array(stringSchema))), strict(nullish(z.string()))),
};

function listResponseSchema(
  additionalDirectories: z.ZodMiniExactOptional<z.ZodMiniNullable<z.ZodMiniArray<z.ZodMiniString>>>,
  nextCursor: typeof optionalStringSchema,
) {
  return z.object({
    sessions: lenientList(
      z.object({
        sessionId: stringSchema,
        cwd: stringSchema,
        additionalDirectories,
        title: optionalStringSchema,
        updatedAt: optionalStringSchema,
        archived: nullish(z.boolean()),
        _meta: metaSchema,
      }),
    ),
    nextCursor,
    _meta: metaSchema,
  });
}

type SessionContext = RequestContext<z.infer<typeof sessionParamsSchema>>;

/**
 * The requests about sessions that need not be open.
 * {@link https://agentclientprotocol.com/protocol/v1/session-list}
 */
export const CATALOG_REQUESTS = {
  "session/list": clientRequest({
    params: listParamsSchema,
    results: listResponseSchemas,
    onSuccess: { 1: sessionsListed, 2: sessionsListed },
  }),
  // The agent may change the title that it was given.
  "session/set_title": clientRequest({
    params: sessionParamsSchema,
    results: { 1: titleResponseSchema, 2: titleResponseSchema },
    onSuccess: { 1: titled, 2: titled },
  }),
  "session/archive": sessionRequest((sessionId) => [
    { type: "session_closed", sessionId },
    { type: "session_archived", sessionId, archived: true },
  ]),
  "session/unarchive": sessionRequest((sessionId) => [
    { type: "session_archived", sessionId, archived: false },
  ]),
  "session/delete": sessionRequest((sessionId) => [
    { type: "session_closed", sessionId },
    { type: "session_deleted", sessionId },
  ]),
} satisfies Record<string, ClientRequest>;

function sessionsListed(
  { params: { cwd, archived }, listedBefore }: RequestContext<z.infer<typeof listParamsSchema>>,
  { sessions: sent, nextCursor }: z.infer<(typeof listResponseSchemas)[1 | 2]>,
): Events {
  const sessions = sent.map(({ sessionId, ...rest }) => {
    const { cwd, additionalDirectories, title, updatedAt, archived, _meta } = rest;
    const details = { cwd, additionalDirectories, title, updatedAt, archived, _meta };
    return { sessionId, ...presentFields(details) };
  });
  const ids = sessions.map(({ sessionId }) => sessionId);
  const listedIds = listedBefore && [...listedBefore, ...ids];
  return [
    {
      type: "sessions_listed",
      sessions,
      archived: archived ?? "exclude",
      ...presentFields({ listedIds, nextCursor, cwd }),
    },
  ];
}

function titled(
  { params: { sessionId } }: SessionContext,
  { title }: z.infer<typeof titleResponseSchema>,
): Events {
  return [{ type: "session_titled", sessionId, title }];
}

/** Creates a request about a session whose result is empty. */
function sessionRequest(toEvents: (sessionId: string) => Events): ClientRequest {
  const onSuccess = ({ params }: SessionContext): Events => toEvents(params.sessionId);
  return clientRequest({
    params: sessionParamsSchema,
    results: anyResults,
    onSuccess: { 1: onSuccess, 2: onSuccess },
  });
}
