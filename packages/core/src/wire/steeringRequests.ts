import * as z from "zod/mini";
import type { EventOf } from "../events/event.js";
import {
  type ClientRequest,
  clientRequest,
  type Events,
  type RequestContext,
  sessionParamsSchema,
} from "./clientRequest.js";

type Outcome = EventOf<"steering_settled">["outcome"];

const outcomeSchema = z.enum(["injected", "startedNewTurn", "promptRequired", "failed"]);
const resultSchema = z.object({ outcome: outcomeSchema });

/** The meaning of the agent's answers. */
const OUTCOMES: Readonly<Record<z.infer<typeof outcomeSchema>, Outcome>> = {
  injected: "injected",
  startedNewTurn: "started_turn",
  promptRequired: "prompt_required",
  failed: "failed",
};

/**
 * The request that sends a message into the running turn. It is an extension, which the adapters of Claude Code
 * and Codex have. The `session/inject` of the protocol is a draft.
 */
export const STEERING_REQUESTS = {
  "_session/steering": clientRequest({
    params: sessionParamsSchema,
    results: { 1: resultSchema, 2: resultSchema },
    onSuccess: {
      1: (context, { outcome }) => steeringSettled(context, OUTCOMES[outcome]),
      2: (context, { outcome }) => steeringSettled(context, OUTCOMES[outcome]),
    },
    // An agent that answers unknown requests with an empty result has not taken the message.
    onMalformedResult: (context) => steeringSettled(context, "failed"),
    onFailure: (context) => steeringSettled(context, "failed"),
  }),
} satisfies Record<string, ClientRequest>;

function steeringSettled(
  { params: { sessionId }, steeringId, turnId }: RequestContext<{ sessionId: string }>,
  outcome: Outcome,
): Events {
  if (steeringId === undefined) return [];
  return [
    {
      type: "steering_settled",
      sessionId,
      steeringId,
      outcome,
      ...(outcome === "started_turn" && turnId !== undefined && { turnId }),
    },
  ];
}
