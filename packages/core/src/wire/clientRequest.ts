import * as z from "zod/mini";
import type { Diagnostic } from "../diagnostics.js";
import type { AcpEventBody } from "../events/event.js";
import type { JsonObject } from "../json.js";
import type { SessionId, TurnError, TurnId } from "../state/entities.js";
import { stringSchema } from "./commonSchemas.js";
import { NO_DIAGNOSTICS, parseLenient } from "./parse.js";
import type { Schema } from "./schema.js";

/** A request that the client sent. */
export interface SentRequest {
  /** The JSON-RPC id, with its type. */
  readonly id: string;
  readonly method: string;
  readonly params: JsonObject;
  /** The turn that a prompt started, or that a message into a running turn may start. */
  readonly turnId?: TurnId;
  /** The store's id of a message that was sent into a running turn. */
  readonly steeringId?: string;
  /** Set if the session was not open before. If the request fails, the session is closed again. */
  readonly opensSession?: true;
  /**
   * The ids of the sessions on all pages before the one that `session/list` requests. Absent if not
   * all of them are known.
   */
  readonly listedBefore?: readonly SessionId[];
  /** Set if the client cancelled the request. The session that it creates is closed immediately. */
  readonly cancelled?: true;
}

/** The events of a response. */
export interface ParsedResponse {
  readonly events: readonly AcpEventBody[];
  readonly diagnostics: readonly Diagnostic[];
  /** Set if the response is malformed. */
  readonly rejected?: true;
}

/** A request with its parsed params. */
export interface RequestContext<Params> extends Omit<SentRequest, "method" | "params"> {
  readonly version: 1 | 2;
  readonly params: Params;
}

/** The events that a message causes. */
export type Events = readonly AcpEventBody[];

/** A row of the table: the schemas of a request, and the events that it causes. */
interface ClientRequestDefinition<Params extends Schema, R1 extends Schema, R2 extends Schema> {
  /** The params that the store needs. A request without them has no events. */
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
export interface ClientRequest {
  sent(version: 1 | 2, request: SentRequest): Events;
  succeeded(version: 1 | 2, request: SentRequest, result: unknown): ParsedResponse;
  failed(version: 1 | 2, request: SentRequest, error: TurnError): Events;
}

const RESULT_PATH = ["msg", "result"];
export const NO_EVENTS: ParsedResponse = { events: [], diagnostics: NO_DIAGNOSTICS };

/** The params of a request about one session. */
export const sessionParamsSchema = z.object({ sessionId: stringSchema });
/** The results of a request that the store does not read. */
export const anyResults = { 1: z.unknown(), 2: z.unknown() };

/** Creates a row of the table of client requests. */
export function clientRequest<Params extends Schema, R1 extends Schema, R2 extends Schema>({
  params: paramsSchema,
  results,
  onSend,
  onSuccess,
  onMalformedResult,
  onFailure,
}: ClientRequestDefinition<Params, R1, R2>): ClientRequest {
  type Context = RequestContext<z.output<Params>>;

  // The client's own params are not reported, so their diagnostics are dropped.
  function contextOf(
    version: 1 | 2,
    { params: sent, method: _method, ...rest }: SentRequest,
  ): Context | undefined {
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
