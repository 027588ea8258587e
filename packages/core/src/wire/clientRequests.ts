import * as z from "zod/mini";
import type { Diagnostic } from "../diagnostics.js";
import type { AcpEventBody } from "../events/event.js";
import { isObject, type JsonObject, presentFields } from "../json.js";
import type { ContentBlock } from "../state/content.js";
import type { SessionId, TurnError, TurnId } from "../state/entities.js";
import {
  type ClientRequest,
  clientRequest,
  type Events,
  NO_EVENTS,
  type ParsedResponse,
  type RequestContext,
  type SentRequest,
} from "./clientRequest.js";
import { integerSchema, jsonSchema, stringSchema } from "./commonSchemas.js";
import type { RpcResponse } from "./jsonRpc.js";
import { sessionOpened, setupParamsFields, setupParamsSchema, withIds } from "./openedSession.js";
import { NO_DIAGNOSTICS, parseLenient } from "./parse.js";
import { nullish, optional } from "./schema.js";
import * as v1 from "./v1/schemas.js";
import * as v2 from "./v2/schemas.js";
import { withOptionIds } from "./v2/updates.js";

/** The methods of the client's requests that change the state. */
export type ClientRequestMethod =
  | "initialize"
  | "session/new"
  | "session/fork"
  | "session/load"
  | "session/resume"
  | "session/prompt"
  | "session/close"
  | "session/archive"
  | "session/delete"
  | "session/set_title"
  | "session/set_mode"
  | "session/set_config_option";

const loadParamsSchema = z.object({
  ...setupParamsFields,
  sessionId: stringSchema,
  replayFrom: nullish(z.object({ type: stringSchema })),
});
const sessionParamsSchema = z.object({ sessionId: stringSchema });
const modeParamsSchema = z.object({ sessionId: stringSchema, modeId: stringSchema });
const titleResponseSchema = z.object({ title: stringSchema });
/** A result that the store does not read. */
const anyResults = { 1: z.unknown(), 2: z.unknown() };

/** The JSON-RPC error code of a session that does not exist. */
const NOT_FOUND = -32002;

/**
 * Creates the request `session/new` or `session/fork`.
 * {@link https://agentclientprotocol.com/protocol/v1/session-setup}
 */
function newSessionRequest(): ClientRequest {
  return clientRequest({
    params: setupParamsSchema,
    results: { 1: v1.newSessionResponseSchema, 2: v2.newSessionResponseSchema },
    onSuccess: {
      1: ({ params }, result) => [sessionOpened(result.sessionId, params, result)],
      2: ({ params }, result) => [sessionOpened(result.sessionId, params, withIds(result))],
    },
  });
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
      const opened = sessionOpened(params.sessionId, params, {});
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

/** Creates a request that closes the session when it succeeds. */
function closeSessionRequest(
  onFailure: (context: RequestContext<{ sessionId: SessionId }>, error: TurnError) => Events,
): ClientRequest {
  const close = ({ params }: RequestContext<{ sessionId: SessionId }>): Events => [
    { type: "session_closed", sessionId: params.sessionId },
  ];
  return clientRequest({
    params: sessionParamsSchema,
    results: anyResults,
    onSuccess: { 1: close, 2: close },
    onFailure,
  });
}

const setTitle = (
  { params }: RequestContext<{ sessionId: SessionId }>,
  { title }: z.infer<typeof titleResponseSchema>,
): Events => [{ type: "session_info", sessionId: params.sessionId, title }];

const setMode = ({ params }: RequestContext<z.infer<typeof modeParamsSchema>>): Events => [
  { type: "mode", sessionId: params.sessionId, currentModeId: params.modeId },
];

/** The requests that change the state: their schemas, and the events that they cause. */
const CLIENT_REQUESTS = {
  // {@link https://agentclientprotocol.com/protocol/v1/initialization}
  initialize: clientRequest({
    params: z.unknown(),
    results: { 1: v1.initializeResponseSchema, 2: v2.initializeResponseSchema },
    onSend: () => [{ type: "connecting" }],
    onSuccess: {
      1: (_context, { agentInfo, agentCapabilities, authMethods }) => [
        {
          type: "connected",
          protocolVersion: 1,
          ...presentFields({ info: agentInfo, capabilities: agentCapabilities, authMethods }),
        },
      ],
      2: (_context, { info, capabilities, authMethods }) => [
        {
          type: "connected",
          protocolVersion: 2,
          ...presentFields({
            info,
            capabilities,
            authMethods: authMethods?.map((method) => ({ ...method, id: method.methodId })),
          }),
        },
      ],
    },
  }),
  "session/new": newSessionRequest(),
  "session/fork": newSessionRequest(),
  "session/load": loadSessionRequest(() => true),
  // Resuming replays the transcript only if the client asks for it (version 2).
  "session/resume": loadSessionRequest(({ replayFrom }) => replayFrom?.type === "start"),
  // The result ends the turn in version 1, and accepts the prompt in version 2.
  "session/prompt": clientRequest({
    params: sessionParamsSchema,
    results: { 1: v1.promptResponseSchema, 2: v2.promptResponseSchema },
    onSuccess: {
      1: ({ params, turnId }, { stopReason, usage, _meta: meta }) =>
        turnEnded(params, turnId, presentFields({ stopReason, usage, meta })),
      2: ({ params: { sessionId }, turnId }, { messageId }) =>
        turnId === undefined ? [] : [{ type: "prompt_accepted", sessionId, turnId, messageId }],
    },
    // A malformed version 1 result ends the turn too. Otherwise the turn would never end.
    onMalformedResult: ({ version, params, turnId }) =>
      version === 1 ? turnEnded(params, turnId, {}) : [],
    onFailure: ({ params, turnId }, error) => turnEnded(params, turnId, { error }),
  }),
  "session/close": closeSessionRequest(({ params }, { code }) =>
    code === NOT_FOUND ? [{ type: "session_closed", sessionId: params.sessionId }] : [],
  ),
  "session/archive": closeSessionRequest(() => []),
  "session/delete": closeSessionRequest(() => []),
  // The agent may change the title that it was given.
  "session/set_title": clientRequest({
    params: sessionParamsSchema,
    results: { 1: titleResponseSchema, 2: titleResponseSchema },
    onSuccess: { 1: setTitle, 2: setTitle },
  }),
  "session/set_mode": clientRequest({
    params: modeParamsSchema,
    results: anyResults,
    onSuccess: { 1: setMode, 2: setMode },
  }),
  "session/set_config_option": clientRequest({
    params: sessionParamsSchema,
    results: { 1: v1.configOptionsSchema, 2: v2.configOptionsSchema },
    onSuccess: {
      1: ({ params: { sessionId } }, { configOptions }) => [
        { type: "config_options", sessionId, configOptions },
      ],
      2: ({ params: { sessionId } }, { configOptions }) => [
        { type: "config_options", sessionId, configOptions: withOptionIds(configOptions) },
      ],
    },
  }),
} satisfies Record<ClientRequestMethod, ClientRequest>;

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
    const events = definition?.failed(version, request, turnErrorOf(response.error)) ?? [];
    return { events, diagnostics };
  }
  if (definition === undefined) return NO_EVENTS;
  // Earlier versions of the protocol have no result for these, and agents still send none.
  const result = opensExistingSession(request.method) ? (response.result ?? {}) : response.result;
  // The result of `initialize` decides the version.
  const followed = request.method === "initialize" ? versionOf(result) : version;
  return definition.succeeded(followed, request, result);
}

/** Returns the prompt of a `session/prompt` request, or `undefined` if it is malformed. */
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
    message: message ?? "The agent responded to the prompt with an error.",
    ...(code !== undefined && { code }),
    ...(data !== undefined && { data }),
  };
}
