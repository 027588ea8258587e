import { AcpElicitationError } from "../errors.js";
import type { ElicitationSettledEvent } from "../events/event.js";
import type { Elicitation } from "../state/requests.js";
import { type ElicitationReading, readElicitation } from "../wire/elicitation.js";
import { type RequestId, requestKey } from "../wire/jsonRpc.js";
import type { Kernel } from "./kernel.js";
import type { AcpStore, ElicitationResponse } from "./types.js";
import { createWaiters, onAbort, unusedId } from "./waiters.js";

/** Takes in elicitation requests, keeps who waits for their answers, and settles them. */
export interface ElicitationDesk {
  request: AcpStore["requestElicitation"];
  respond: AcpStore["respondElicitation"];
  announce(reading: ElicitationReading, requestId: RequestId, at: number): string;
  /** The answer seen on the wire. */
  recordAnswer(id: string, answer: ElicitationResponse, at: number): void;
  withdraw(requestId: RequestId, at: number): boolean;
}

export function createElicitationDesk(kernel: Kernel): ElicitationDesk {
  const announced = new Map<string, string>();
  const waiters = createWaiters(kernel, (id) => responseOf(find(id)));

  function find(id: string): Elicitation | undefined {
    return kernel.elicitations().find((elicitation) => elicitation.id === id);
  }

  function pending(requestId: RequestId): Elicitation | undefined {
    return kernel
      .elicitations()
      .find((item) => item.status === "pending" && item.requestId === requestId);
  }

  const request: AcpStore["requestElicitation"] = async (params, { requestId, signal } = {}) => {
    const { request: reading, diagnostics } = readElicitation(params, []);
    if (reading === undefined) {
      kernel.report(diagnostics);
      return { action: "cancel" };
    }
    const id = join(requestId) ?? ask(reading, requestId, kernel.now());
    const stopListening = onAbort(signal, () =>
      settle(id, { status: "cancelled", reason: "aborted" }),
    );
    const response = await waiters.wait(id);
    stopListening();
    return response;
  };

  function join(requestId: RequestId | undefined): string | undefined {
    if (requestId === undefined) return undefined;
    const known = announced.get(requestKey(requestId));
    announced.delete(requestKey(requestId));
    return known ?? pending(requestId)?.id;
  }

  function ask(reading: ElicitationReading, requestId: RequestId | undefined, at: number): string {
    const wanted = requestId === undefined ? "elicitation" : String(requestId);
    const id = unusedId(wanted, (other) => find(other) !== undefined);
    const known = requestId === undefined ? {} : { requestId };
    kernel.tryCommit({ type: "elicitation_requested", id, ...known, ...reading }, at);
    return id;
  }

  function announce(reading: ElicitationReading, requestId: RequestId, at: number): string {
    const id = pending(requestId)?.id ?? ask(reading, requestId, at);
    announced.set(requestKey(requestId), id);
    return id;
  }

  const respond: AcpStore["respondElicitation"] = (id, answer) => {
    const elicitation = find(id);
    if (elicitation === undefined) throw unknownElicitation(id);
    if (elicitation.status !== "pending") throw alreadySettled(elicitation);
    settle(id, settlementOf(answer));
    kernel.notifier.flush();
  };

  function settle(id: string, how: Settlement, at?: number): void {
    kernel.commit({ type: "elicitation_settled", id, ...how }, at);
  }

  function recordAnswer(id: string, answer: ElicitationResponse, at: number): void {
    const requestId = find(id)?.requestId;
    if (requestId !== undefined) announced.delete(requestKey(requestId));
    kernel.tryCommit({ type: "elicitation_settled", id, ...settlementOf(answer), sent: true }, at);
  }

  function withdraw(requestId: RequestId, at: number): boolean {
    const found = pending(requestId);
    if (found) settle(found.id, { status: "cancelled", reason: "withdrawn" }, at);
    return found !== undefined;
  }

  return { request, respond, announce, recordAnswer, withdraw };
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

function alreadySettled({ id, status, reason }: Elicitation): AcpElicitationError {
  return new AcpElicitationError(
    "already_settled",
    id,
    `Elicitation "${id}" is ${status} already (${reason}). It can be answered once only.`,
  );
}
