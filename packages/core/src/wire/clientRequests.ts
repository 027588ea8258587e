import * as z from "zod/mini";
import type { Diagnostic } from "../diagnostics.js";
import type { AcpEventBody } from "../events/event.js";
import { isObject, type JsonObject, presentFields } from "../json.js";
import type { ContentBlock } from "../state/content.js";
import type { SessionId, TurnError, TurnId } from "../state/entities.js";
import {
  anyResults,
  type ClientRequest,
  clientRequest,
  type Events,
  NO_EVENTS,
  type ParsedResponse,
  type RequestContext,
  type SentRequest,
  sessionParamsSchema,
} from "./clientRequest.js";
import { AUTH_REQUESTS, authRequired, isSignIn } from "./authRequests.js";
import { CATALOG_REQUESTS } from "./catalogRequests.js";
import { integerSchema, jsonSchema, optionalStringSchema, stringSchema } from "./commonSchemas.js";
import type { RpcResponse } from "./jsonRpc.js";
import { type SessionParts, sessionOpened, setupParamsFields, withIds } from "./openedSession.js";
import { NO_DIAGNOSTICS, parseLenient } from "./parse.js";
import { nullish, optional } from "./schema.js";
import { withQuota } from "./quotaMeta.js";
import { SETTING_REQUESTS } from "./settingRequests.js";
import { STEERING_REQUESTS } from "./steeringRequests.js";
import * as v1 from "./v1/schemas.js";
import * as v2 from "./v2/schemas.js";

/** The methods of the client's requests that change the state. */
export type ClientRequestMethod =
  | "initialize"
  | "session/new"
  | "session/fork"
  | "session/load"
  | "session/resume"
  | "session/prompt"
  | "session/close"
  | keyof typeof CATALOG_REQUESTS
  | keyof typeof SETTING_REQUESTS
  | keyof typeof AUTH_REQUESTS
  | keyof typeof STEERING_REQUESTS;

const newParamsSchema = z.object({ ...setupParamsFields, sessionId: optionalStringSchema });
const loadParamsSchema = z.object({
  ...setupParamsFields,
  sessionId: stringSchema,
  replayFrom: nullish(z.object({ type: stringSchema })),
});

/** The JSON-RPC error code of a session that does not exist. */
const NOT_FOUND = -32002;
/** The JSON-RPC error code of a request that needs a sign-in. */
const AUTH_REQUIRED = -32000;

/**
 * Creates the request `session/new` or `session/fork`. A fork names the session that it comes from.
 * {@link https://agentclientprotocol.com/protocol/v1/session-setup}
 */
function newSessionRequest({ isFork }: { readonly isFork: boolean }): ClientRequest {
  return clientRequest({
    params: newParamsSchema,
    results: { 1: v1.newSessionResponseSchema, 2: v2.newSessionResponseSchema },
    onSuccess: {
      1: ({ params }, result) => [opened(result.sessionId, params, result)],
      2: ({ params }, result) => [opened(result.sessionId, params, withIds(result))],
    },
  });

  function opened(
    sessionId: SessionId,
    params: z.infer<typeof newParamsSchema>,
    parts: SessionParts,
  ): AcpEventBody {
    const event = sessionOpened(sessionId, params, parts);
    return isFork ? { ...event, ...presentFields({ forkedFrom: params.sessionId }) } : event;
  }
}

/**
 * Creates the request `session/load` or `session/resume`, which replays the transcript if
 * `isReplay` says so.
 */
function loadSessionRequest(
  isReplay: (params: z.infer<typeof loadParamsSchema>) => boolean,
): ClientRequest {
  return clientRequest({
    params: loadParamsSchema,
    results: { 1: v1.loadSessionResponseSchema, 2: v2.loadSessionResponseSchema },
    onSend: ({ params }) => {
      const opened = { ...sessionOpened(params.sessionId, params, {}), requested: true } as const;
      const { sessionId } = params;
      return isReplay(params) ? [opened, { type: "replay_started", sessionId }] : [opened];
    },
    onSuccess: {
      1: ({ params }, result) => [
        sessionOpened(params.sessionId, params, result),
        ...replayEnded(params),
      ],
      2: ({ params }, result) => [
        sessionOpened(params.sessionId, params, withIds(result)),
        ...replayEnded(params),
      ],
    },
    onFailure: ({ params, opensSession }) => {
      const { sessionId } = params;
      if (opensSession) return [{ type: "session_closed", sessionId }];
      return isReplay(params) ? [{ type: "replay_ended", sessionId, failed: true }] : [];
    },
  });

  function replayEnded(params: z.infer<typeof loadParamsSchema>): Events {
    return isReplay(params) ? [{ type: "replay_ended", sessionId: params.sessionId }] : [];
  }
}

/** The requests that change the state: their schemas, and the events that they cause. */
const CLIENT_REQUESTS = {
  // {@link https://agentclientprotocol.com/protocol/v1/initialization}
  initialize: clientRequest({
    params: z.unknown(),
    results: { 1: v1.initializeResponseSchema, 2: v2.initializeResponseSchema },
    onSend: () => [{ type: "connecting" }],
    onSuccess: {
      1: (_context, { agentInfo, agentCapabilities, authMethods, _meta }) => [
        {
          type: "connected",
          protocolVersion: 1,
          ...presentFields({
            info: agentInfo,
            capabilities: agentCapabilities,
            authMethods,
            _meta,
          }),
        },
      ],
      2: (_context, { info, capabilities, authMethods, _meta }) => [
        {
          type: "connected",
          protocolVersion: 2,
          ...presentFields({
            info,
            capabilities,
            authMethods: authMethods?.map((method) => ({ ...method, id: method.methodId })),
            _meta,
          }),
        },
      ],
    },
  }),
  "session/new": newSessionRequest({ isFork: false }),
  "session/fork": newSessionRequest({ isFork: true }),
  "session/load": loadSessionRequest(() => true),
  // Resuming replays the transcript only if the client asks for it (version 2).
  "session/resume": loadSessionRequest(({ replayFrom }) => replayFrom?.type === "start"),
  // The result ends the turn in version 1, and accepts the prompt in version 2.
  "session/prompt": clientRequest({
    params: sessionParamsSchema,
    results: { 1: v1.promptResponseSchema, 2: v2.promptResponseSchema },
    onSuccess: {
      1: ({ params, turnId }, result) => {
        const { stopReason, usage, _meta: meta } = withQuota(result);
        return turnEnded(params, turnId, presentFields({ stopReason, usage, meta }));
      },
      2: ({ params: { sessionId }, turnId }, { messageId }) =>
        turnId === undefined ? [] : [{ type: "prompt_accepted", sessionId, turnId, messageId }],
    },
    // A malformed result counts too. Otherwise the turn would never end.
    onMalformedResult: ({ version, params, turnId }) => {
      if (version === 1) return turnEnded(params, turnId, {});
      const { sessionId } = params;
      return turnId === undefined ? [] : [{ type: "prompt_accepted", sessionId, turnId }];
    },
    onFailure: ({ params, turnId }, error) => turnEnded(params, turnId, { error }),
  }),
  "session/close": clientRequest({
    params: sessionParamsSchema,
    results: anyResults,
    onSuccess: { 1: closeSession, 2: closeSession },
    onFailure: (context, { code }) => (code === NOT_FOUND ? closeSession(context) : []),
  }),
  ...CATALOG_REQUESTS,
  ...SETTING_REQUESTS,
  ...AUTH_REQUESTS,
  ...STEERING_REQUESTS,
} satisfies Record<ClientRequestMethod, ClientRequest>;

function closeSession({ params }: RequestContext<{ sessionId: SessionId }>): Events {
  return [{ type: "session_closed", sessionId: params.sessionId }];
}

const requestsByMethod: ReadonlyMap<string, ClientRequest> = new Map(
  Object.entries(CLIENT_REQUESTS),
);

/** Returns the events of a request that the client sent. */
export function sentRequestEvents(version: 1 | 2, request: SentRequest): Events {
  return requestsByMethod.get(request.method)?.sent(version, request) ?? [];
}

/** Returns whether a request opens an existing session. */
export function opensExistingSession(method: string): boolean {
  return method === "session/load" || method === "session/resume";
}

/** Returns whether a request creates a session, whose id is in the result. */
export function createsSession(method: string): boolean {
  return method === "session/new" || method === "session/fork";
}

/** Returns the events of a request that opens a session and that the client has cancelled. */
export function cancelledRequestEvents(version: 1 | 2, request: SentRequest): Events {
  const error = { message: "The client cancelled the request." };
  return requestsByMethod.get(request.method)?.failed(version, request, error) ?? [];
}

/** Closes the sessions that an unwanted result opens, so that their updates are rejected. */
function closeOpenedSessions({ events, ...rest }: ParsedResponse): ParsedResponse {
  const closed = events.flatMap(
    (event): Events =>
      event.type === "session_opened"
        ? [event, { type: "session_closed", sessionId: event.sessionId }]
        : [event],
  );
  return { ...rest, events: closed };
}

/** Parses the agent's response to a request of the client. */
export function parseResponse(
  version: 1 | 2,
  request: SentRequest,
  response: RpcResponse,
): ParsedResponse {
  const definition = requestsByMethod.get(request.method);
  if (response.kind === "error") {
    const { message } = response.error;
    const diagnostics = typeof message === "string" ? NO_DIAGNOSTICS : [NO_ERROR_MESSAGE];
    const error = turnErrorOf(response.error);
    const events = definition?.failed(version, request, error) ?? [];
    const isRefused = error.code === AUTH_REQUIRED && !isSignIn(request.method);
    return { events: isRefused ? [...events, authRequired(error)] : events, diagnostics };
  }
  if (definition === undefined) return NO_EVENTS;
  // Earlier versions of the protocol have no result for these, and agents still send none.
  const result = opensExistingSession(request.method) ? (response.result ?? {}) : response.result;
  // The result of `initialize` decides the version.
  const followed = request.method === "initialize" ? versionOf(result) : version;
  const parsed = definition.succeeded(followed, request, result);
  return request.cancelled ? closeOpenedSessions(parsed) : parsed;
}

/** Returns the content blocks that a request sends to the agent, or `undefined` if they are malformed. */
export function parsePrompt(
  version: 1 | 2,
  params: JsonObject,
): readonly ContentBlock[] | undefined {
  const sent = params["prompt"];
  return version === 1
    ? parseLenient(promptSchemas[1], sent, []).value
    : parseLenient(promptSchemas[2], sent, []).value;
}

const promptSchemas = {
  1: z.array(v1.contentBlockSchema),
  2: z.array(v2.contentBlockSchema),
};

/** Returns the session that a message belongs to. */
export function sessionIdOf(params: unknown): SessionId | undefined {
  const sessionId = isObject(params) ? params["sessionId"] : undefined;
  return typeof sessionId === "string" ? sessionId : undefined;
}

function versionOf(result: unknown): 1 | 2 {
  return isObject(result) && result["protocolVersion"] === 2 ? 2 : 1;
}

function turnEnded(
  { sessionId }: { readonly sessionId: SessionId },
  turnId: TurnId | undefined,
  end: Pick<
    Extract<AcpEventBody, { type: "turn_ended" }>,
    "stopReason" | "usage" | "meta" | "error"
  >,
): Events {
  return turnId === undefined ? [] : [{ type: "turn_ended", sessionId, turnId, ...end }];
}

const NO_ERROR_MESSAGE: Diagnostic = {
  code: "invalid_message",
  path: ["msg", "error"],
  message:
    "Expected a response with a result, or an error with a message. It was treated as an error.",
  value: undefined,
};

const errorSchema = z.object({
  message: optional(stringSchema),
  code: optional(integerSchema),
  data: jsonSchema,
});

function turnErrorOf(sent: JsonObject): TurnError {
  const { message, code, data } = parseLenient(errorSchema, sent, []).value ?? {};
  return {
    message: message ?? "The agent responded with an error that has no message.",
    ...(code !== undefined && { code }),
    ...(data !== undefined && { data }),
  };
}
