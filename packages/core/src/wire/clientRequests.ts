import * as z from "zod/mini";
import type { Diagnostic } from "../diagnostics.js";
import type { AcpEventBody, SessionOpenedEvent } from "../events/event.js";
import { isObject, type JsonObject, presentFields } from "../json.js";
import type { ContentBlock } from "../state/content.js";
import type { SessionId, TurnError, TurnId } from "../state/entities.js";
import type { AvailableCommand, ConfigOption, SessionModes } from "../state/sessionParts.js";
import { integerSchema, jsonSchema, optionalStringSchema, stringSchema } from "./commonSchemas.js";
import type { RpcResponse } from "./jsonRpc.js";
import { NO_DIAGNOSTICS, parseLenient } from "./parse.js";
import { lenientList, nullish, optional, type Schema } from "./schema.js";
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

/** A request that the client sent. */
export interface SentRequest {
  readonly method: string;
  readonly params: JsonObject;
  /** The turn that a prompt started. */
  readonly turnId?: TurnId;
  /** Set if the session was not open before. If the request fails, the session is closed again. */
  readonly opensSession?: true;
}

/** The events of a response. */
export interface ParsedResponse {
  readonly events: readonly AcpEventBody[];
  readonly diagnostics: readonly Diagnostic[];
  /** Set if the response is malformed. */
  readonly rejected?: true;
}

/** A request with its parsed params. */
interface RequestContext<Params> extends Pick<SentRequest, "turnId" | "opensSession"> {
  readonly version: 1 | 2;
  readonly params: Params;
}

type Events = readonly AcpEventBody[];

/** A row of the table: the schemas of a request, and the events that it causes. */
interface ClientRequestDefinition<Params extends Schema, R1 extends Schema, R2 extends Schema> {
  /** The params, as far as the store needs them. A request without them has no events. */
  readonly params: Params;
  /** The results of both versions. */
  readonly results: { readonly 1: R1; readonly 2: R2 };
  readonly onSend?: (context: RequestContext<z.output<Params>>) => Events;
  readonly onSuccess: {
    readonly 1: (context: RequestContext<z.output<Params>>, result: z.output<R1>) => Events;
    readonly 2: (context: RequestContext<z.output<Params>>, result: z.output<R2>) => Events;
  };
  /** The events of a result that the schema rejects. */
  readonly onMalformedResult?: (context: RequestContext<z.output<Params>>) => Events;
  readonly onFailure?: (context: RequestContext<z.output<Params>>, error: TurnError) => Events;
}

/** A row of the table, with the types of its schemas hidden. */
interface ClientRequest {
  sent(version: 1 | 2, request: SentRequest): Events;
  succeeded(version: 1 | 2, request: SentRequest, result: unknown): ParsedResponse;
  failed(version: 1 | 2, request: SentRequest, error: TurnError): Events;
}

const RESULT_PATH = ["msg", "result"];
const NO_EVENTS: ParsedResponse = { events: [], diagnostics: NO_DIAGNOSTICS };

function clientRequest<Params extends Schema, R1 extends Schema, R2 extends Schema>({
  params: paramsSchema,
  results,
  onSend,
  onSuccess,
  onMalformedResult,
  onFailure,
}: ClientRequestDefinition<Params, R1, R2>): ClientRequest {
  type Context = RequestContext<z.output<Params>>;

  // The client's own params are not reported, so their diagnostics are dropped.
  function contextOf(version: 1 | 2, { params: sent, ...rest }: SentRequest): Context | undefined {
    const params = parseLenient(paramsSchema, sent, []).value;
    return params === undefined ? undefined : { ...rest, version, params };
  }

  function resultEvents<Result extends Schema>(
    context: Context,
    schema: Result,
    toEvents: (context: Context, result: z.output<Result>) => Events,
    result: unknown,
  ): ParsedResponse {
    const { value, diagnostics } = parseLenient(schema, result, RESULT_PATH);
    if (value === undefined)
      return { events: onMalformedResult?.(context) ?? [], diagnostics, rejected: true };
    return { events: toEvents(context, value), diagnostics };
  }

  return {
    sent(version, request) {
      const context = contextOf(version, request);
      return (context && onSend?.(context)) ?? [];
    },
    succeeded(version, request, result) {
      const context = contextOf(version, request);
      if (context === undefined) return NO_EVENTS;
      return version === 1
        ? resultEvents(context, results[1], onSuccess[1], result)
        : resultEvents(context, results[2], onSuccess[2], result);
    },
    failed(version, request, error) {
      const context = contextOf(version, request);
      return (context && onFailure?.(context, error)) ?? [];
    },
  };
}

const setupParamsFields = {
  cwd: optionalStringSchema,
  additionalDirectories: nullish(lenientList(stringSchema)),
};
const setupParamsSchema = z.object(setupParamsFields);
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

type SetupParams = z.infer<typeof setupParamsSchema>;

/** The parts of a session that a response describes, as the state has them. */
interface SessionParts {
  readonly modes?: SessionModes | null | undefined;
  readonly configOptions?: readonly ConfigOption[] | null | undefined;
  readonly availableCommands?: readonly AvailableCommand[] | null | undefined;
}

function sessionOpened(
  sessionId: SessionId,
  { cwd, additionalDirectories }: SetupParams,
  { modes, configOptions, availableCommands: commands }: SessionParts,
): SessionOpenedEvent {
  return {
    type: "session_opened",
    sessionId,
    ...presentFields({ cwd, additionalDirectories, modes, configOptions, commands }),
  };
}

/** Names each part, because a copy of the rest would contain fields that no schema has checked. */
function withIds({
  configOptions,
  availableCommands,
}: z.infer<typeof v2.loadSessionResponseSchema>): SessionParts {
  return { availableCommands, configOptions: configOptions && withOptionIds(configOptions) };
}

const openedSessionSchemas = {
  1: z.object({ ...setupParamsFields, ...v1.sessionSetupFields }),
  2: z.object({ ...setupParamsFields, ...v1.sessionSetupFields, ...v2.sessionSetupFields }),
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
    return { event: sessionOpened(sessionId, value, value), diagnostics };
  }
  const { configOptions } = setup;
  const sent = Array.isArray(configOptions)
    ? { ...setup, configOptions: configOptions.map(withConfigId) }
    : setup;
  const { value = {}, diagnostics } = parseLenient(openedSessionSchemas[2], sent, []);
  const parts = { ...withIds(value), modes: value.modes };
  return { event: sessionOpened(sessionId, value, parts), diagnostics };
}

function withConfigId(option: unknown): unknown {
  return isObject(option) ? { configId: option["id"], ...option } : option;
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
