import * as z from "zod/mini";
import type { AcpEventBody } from "../events/event.js";
import type { TurnError } from "../state/entities.js";
import {
  anyResults,
  type ClientRequest,
  clientRequest,
  type Events,
  type ParsedResponse,
} from "./clientRequest.js";
import { metaSchema, optionalStringSchema, stringSchema } from "./commonSchemas.js";
import { parseLenient } from "./parse.js";
import { lenientList, nullish } from "./schema.js";

const signInParamsSchema = z.object({ methodId: stringSchema });
/** The result of `auth/status`, and the params of `auth/status_update`. */
const authStatusSchema = z.object({
  state: stringSchema,
  accounts: nullish(
    lenientList(
      z.object({
        label: stringSchema,
        active: nullish(z.boolean()),
        name: optionalStringSchema,
        email: optionalStringSchema,
        organization: optionalStringSchema,
        _meta: metaSchema,
      }),
    ),
  ),
  _meta: metaSchema,
});

const signIn = clientRequest({
  params: signInParamsSchema,
  results: anyResults,
  onSend: ({ params: { methodId } }) => [
    { type: "auth", auth: { status: "in_progress", methodId } },
  ],
  onSuccess: { 1: signedIn, 2: signedIn },
  onFailure: ({ params: { methodId } }, error) => [
    { type: "auth", auth: { status: "failed", methodId, error } },
  ],
});

const signOut = clientRequest({
  params: z.unknown(),
  results: anyResults,
  onSuccess: { 1: signedOut, 2: signedOut },
});

/**
 * The requests that sign in and out, by the names of both versions.
 * {@link https://agentclientprotocol.com/protocol/v1/authentication}
 */
export const AUTH_REQUESTS = {
  authenticate: signIn,
  "auth/login": signIn,
  logout: signOut,
  "auth/logout": signOut,
  "auth/status": clientRequest({
    params: z.unknown(),
    results: { 1: authStatusSchema, 2: authStatusSchema },
    onSuccess: {
      1: (_context, status) => authReported(status),
      2: (_context, status) => authReported(status),
    },
  }),
} satisfies Record<string, ClientRequest>;

/** Returns whether a request signs in. Its error says that signing in failed. */
export function isSignIn(method: string): boolean {
  return method === "authenticate" || method === "auth/login";
}

/** Returns the event of a request that the agent refused until the user signs in. */
export function authRequired(error: TurnError): AcpEventBody {
  return { type: "auth", auth: { status: "required", error } };
}

/** Parses the params of `auth/status_update`. */
export function parseAuthStatusUpdate(
  params: unknown,
  path: readonly (string | number)[],
): ParsedResponse {
  const { value, diagnostics } = parseLenient(authStatusSchema, params, path);
  if (value === undefined) return { events: [], diagnostics, rejected: true };
  return { events: authReported(value), diagnostics };
}

function signedIn({
  params: { methodId },
}: {
  readonly params: z.infer<typeof signInParamsSchema>;
}): Events {
  return [{ type: "auth", auth: { status: "done", methodId } }];
}

function signedOut(): Events {
  return [{ type: "auth", auth: { status: "required" } }];
}

function authReported({ state, accounts }: z.infer<typeof authStatusSchema>): Events {
  return [{ type: "auth_reported", state, accounts: accounts ?? [] }];
}
