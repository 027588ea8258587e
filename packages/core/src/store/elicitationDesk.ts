import { AcpElicitationError } from "../errors.js";
import type { ElicitationSettledEvent } from "../events/event.js";
import type { Elicitation } from "../state/requests.js";
import { type ElicitationRequestFields, parseElicitationRequest } from "../wire/elicitation.js";
import { createDesk, type Desk, isEqual } from "./desk.js";
import type { Kernel } from "./kernel.js";
import type { AcpStore, ElicitationResponse } from "./types.js";

/** Takes in elicitation requests, keeps who waits for their answers, and settles them. */
export interface ElicitationDesk
  extends Pick<
    Desk<ElicitationRequestFields, ElicitationResponse>,
    "announce" | "withdraw" | "forget"
  > {
  request: AcpStore["requestElicitation"];
  respond: AcpStore["respondElicitation"];
  /** The answer seen on the wire. */
  recordAnswer(id: string, answer: ElicitationResponse, at: number): void;
  /** An error was sent in place of an answer. */
  recordFailure(id: string, at: number): void;
}

export function createElicitationDesk(kernel: Kernel): ElicitationDesk {
  const desk = createDesk<Elicitation, ElicitationRequestFields, ElicitationResponse>(kernel, {
    name: "elicitation",
    find,
    idOf: ({ elicitationId }) => elicitationId,
    pending: (requestId) =>
      [...kernel.elicitations().snapshot().values()].filter(
        (item) => item.status === "pending" && item.requestId === requestId,
      ),
    isSame,
    isAbout: (elicitation, { sessionId }) => elicitation.sessionId === sessionId,
    asked: (elicitationId, reading, requestId) => ({
      type: "elicitation_requested",
      elicitationId,
      ...(requestId !== undefined && { requestId }),
      ...reading,
    }),
    cancelled: ({ elicitationId }, reason) => ({
      type: "elicitation_settled",
      elicitationId,
      status: "cancelled",
      reason,
    }),
    responseOf,
  });

  function find(id: string): Elicitation | undefined {
    return kernel.elicitations().get(id);
  }

  const request: AcpStore["requestElicitation"] = async (params, { requestId, signal } = {}) => {
    const { request: reading, diagnostics } = parseElicitationRequest(params, []);
    if (reading === undefined) {
      kernel.report(diagnostics);
      return { action: "cancel" };
    }
    return desk.wait(desk.take(reading, requestId, { diagnostics }), signal);
  };

  const respond: AcpStore["respondElicitation"] = (id, answer) => {
    const elicitation = find(id);
    if (elicitation === undefined) throw unknownElicitation(id);
    if (elicitation.status !== "pending") throw alreadySettled(elicitation);
    kernel.commit({ type: "elicitation_settled", elicitationId: id, ...settlementOf(answer) });
    kernel.notifier.flush();
  };

  function record(id: string, settlement: Settlement, at: number): void {
    desk.answered(find(id)?.requestId);
    kernel.tryCommit(
      { type: "elicitation_settled", elicitationId: id, ...settlement, sent: true },
      at,
    );
  }

  const recordAnswer: ElicitationDesk["recordAnswer"] = (id, answer, at) =>
    record(id, settlementOf(answer), at);

  const recordFailure: ElicitationDesk["recordFailure"] = (id, at) =>
    record(id, { status: "cancelled", reason: "aborted" }, at);

  const { announce, withdraw, forget } = desk;
  return { request, respond, recordAnswer, recordFailure, announce, withdraw, forget };
}

/** Word for word: an id counts for little, a connection that is new uses the same ones again. */
function isSame(
  elicitation: Elicitation,
  { sessionId, request }: ElicitationRequestFields,
): boolean {
  return (
    elicitation.sessionId === sessionId &&
    Object.entries(request).every(([field, value]) =>
      isEqual(elicitation[field as keyof Elicitation], value),
    )
  );
}

type Settlement = Pick<ElicitationSettledEvent, "status" | "reason" | "content">;

function settlementOf(answer: ElicitationResponse): Settlement {
  if (answer.action === "accept") {
    const { content } = answer;
    return { status: "accepted", reason: "user", ...(content != null && { content }) };
  }
  return { status: answer.action === "decline" ? "declined" : "cancelled", reason: "user" };
}

function responseOf(elicitation: Elicitation | undefined): ElicitationResponse | undefined {
  switch (elicitation?.status) {
    case "pending":
      return undefined;
    case "accepted":
      return { action: "accept", ...(elicitation.content && { content: elicitation.content }) };
    case "declined":
      return { action: "decline" };
    default:
      return { action: "cancel" };
  }
}

function unknownElicitation(id: string): AcpElicitationError {
  return new AcpElicitationError(
    "unknown_elicitation",
    id,
    `There is no elicitation "${id}". Take the id of one that selectPendingElicitations lists.`,
  );
}

function alreadySettled({ elicitationId: id, status, reason }: Elicitation): AcpElicitationError {
  return new AcpElicitationError(
    "already_settled",
    id,
    `Elicitation "${id}" is ${status} already (${reason}). It can be answered once only.`,
  );
}
