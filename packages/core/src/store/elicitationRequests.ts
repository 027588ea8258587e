import type { Committer } from "../commit/createCommitter.js";
import { ACCEPTED, type IngestResult } from "../diagnostics.js";
import { AcpElicitationError } from "../errors.js";
import type { EventOf } from "../events/event.js";
import { isObject } from "../json.js";
import { pendingKey } from "../state/indexKeys.js";
import type { Elicitation } from "../state/requests.js";
import { sessionIdOf } from "../wire/clientRequests.js";
import {
  type ElicitationRequestFields,
  parseElicitationRequest,
  parseElicitationResponse,
} from "../wire/elicitation.js";
import type { RequestId, RpcResponse } from "../wire/jsonRpc.js";
import {
  isDeepEqual,
  type PendingRequests,
  type RequestRules,
  type RequestsOfKind,
} from "./pendingRequests.js";
import type { ElicitationResponse } from "./requestTypes.js";
import type { AcpStore } from "./types.js";

/** The elicitations of a store. */
export interface ElicitationRequests
  extends Pick<
    RequestsOfKind<Elicitation, ElicitationRequestFields, ElicitationResponse>,
    "onRequest" | "withdraw"
  > {
  request: AcpStore["requestElicitation"];
  respond: AcpStore["respondToElicitation"];
  /** Handles the answer that the client sent, which may differ from the one in the state. */
  onAnswerSent(elicitationId: string, answer: RpcResponse, at: number): IngestResult;
}

/** Creates the handling of elicitations. */
export function createElicitationRequests(
  committer: Committer,
  pendingRequests: PendingRequests,
): ElicitationRequests {
  const rules = elicitationRules(committer);
  const { find } = rules;
  const { onRequest, open, whenSettled, withdraw } = pendingRequests.withRules(rules);

  const request: AcpStore["requestElicitation"] = async (
    params,
    { requestId, signal, buttons } = {},
  ) => {
    const addButtons = (parsed: ElicitationRequestFields): ElicitationRequestFields => ({
      ...parsed,
      request: { ...parsed.request, ...(buttons && { buttons }) },
    });
    const elicitation = open(params, requestId, buttons && addButtons);
    if (elicitation === undefined) return { action: "cancel" };
    return (await whenSettled(elicitation, signal)).response;
  };

  const respond: AcpStore["respondToElicitation"] = (elicitationId, answer) => {
    const elicitation = find(elicitationId);
    if (elicitation === undefined) throw unknownElicitation(elicitationId);
    if (elicitation.status !== "pending") throw elicitationAlreadySettled(elicitation);
    committer.commitAction({ ...settledBy(committer.limited(answer)), elicitationId });
  };

  const onAnswerSent: ElicitationRequests["onAnswerSent"] = (elicitationId, answer, at) => {
    const elicitation = find(elicitationId);
    if (elicitation === undefined) return ACCEPTED;
    const settlement: Settlement =
      answer.kind === "error"
        ? { type: "elicitation_settled", status: "cancelled", reason: "aborted" }
        : settledBy(parseElicitationResponse(answer.result));
    // Usually the answer was given through this store, so the state already has it.
    if (
      elicitation.status === settlement.status &&
      isDeepEqual(elicitation.content, settlement.content)
    )
      return ACCEPTED;
    return committer.tryCommit({ ...settlement, elicitationId, sent: true }, at);
  };

  return { request, respond, onRequest, onAnswerSent, withdraw };
}

function elicitationRules({
  tree,
}: Committer): RequestRules<Elicitation, ElicitationRequestFields, ElicitationResponse> {
  const find = (elicitationId: string): Elicitation | undefined =>
    tree.tables.elicitations.get(elicitationId);

  function findPending(requestId: RequestId): readonly Elicitation[] {
    const ids = tree.tables.elicitations.idsWith(pendingKey(requestId));
    return [...ids].flatMap((id) => find(id) ?? []);
  }

  return {
    kind: "elicitation",
    parse: parseElicitationRequest,
    find,
    isUsed: (id) => tree.tables.elicitations.has(id),
    idOf: ({ elicitationId }) => elicitationId,
    findPending,
    // Ids alone prove little: some agents, and every new connection, reuse them.
    isSame: (elicitation, { sessionId, request }) =>
      elicitation.sessionId === sessionId &&
      Object.entries(request).every(([field, value]) =>
        isDeepEqual(elicitation[field as keyof Elicitation], value),
      ),
    isAbout: ({ sessionId, message, urlElicitationId }, params) =>
      isObject(params) &&
      sessionIdOf(params) === sessionId &&
      params["message"] === message &&
      params["elicitationId"] === urlElicitationId,
    requested: (elicitationId, request, requestId) => ({
      type: "elicitation_requested",
      elicitationId,
      ...(requestId !== undefined && { requestId }),
      ...request,
    }),
    cancelled: ({ elicitationId }, reason) => ({
      type: "elicitation_settled",
      elicitationId,
      status: "cancelled",
      reason,
    }),
    responseOf: (elicitation) => {
      switch (elicitation?.status) {
        case "pending":
          return undefined;
        case "accepted":
          return {
            action: "accept",
            ...(elicitation.content && { content: elicitation.content }),
          };
        case "declined":
          return { action: "decline" };
        default:
          return { action: "cancel" };
      }
    },
  };
}

type Settlement = Omit<EventOf<"elicitation_settled">, "at" | "elicitationId">;

function settledBy(answer: ElicitationResponse): Settlement {
  const settlement = { type: "elicitation_settled", reason: "user" } as const;
  if (answer.action === "accept") {
    const { content } = answer;
    return { ...settlement, status: "accepted", ...(content != null && { content }) };
  }
  return { ...settlement, status: answer.action === "decline" ? "declined" : "cancelled" };
}

function unknownElicitation(elicitationId: string): AcpElicitationError {
  return new AcpElicitationError(
    "unknown_elicitation",
    elicitationId,
    `There is no elicitation "${elicitationId}". Pass the elicitationId of one that selectPendingElicitations returns.`,
  );
}

function elicitationAlreadySettled({
  elicitationId,
  status,
  reason,
}: Elicitation): AcpElicitationError {
  return new AcpElicitationError(
    "already_settled",
    elicitationId,
    `Elicitation "${elicitationId}" is already ${status} (${reason}). An elicitation can be answered only once.`,
  );
}
