import { AcpPermissionError } from "../errors.js";
import type { Permission, PermissionReason } from "../state/requests.js";
import type { SessionRecord } from "../state/tree.js";
import type { RequestId } from "../wire/jsonRpc.js";
import { type PermissionReading, readPermissionRequest } from "../wire/permission.js";
import { createDesk, type Desk, isEqual } from "./desk.js";
import type { Kernel } from "./kernel.js";
import type {
  AcpStore,
  PermissionContext,
  PermissionPolicy,
  PermissionRequest,
  PermissionResponse,
  PolicyAnswer,
} from "./types.js";

/** Takes in permission requests, keeps who waits for their answers, and settles them. */
export interface PermissionDesk
  extends Pick<Desk<PermissionReading, PermissionResponse>, "announce" | "withdraw" | "forget"> {
  request: AcpStore["requestPermission"];
  respond: AcpStore["respond"];
  /** The answer seen on the wire. */
  recordAnswer(
    permissionId: string,
    answer: { optionId: string } | { reason: PermissionReason },
    at: number,
  ): void;
}

export function createPermissionDesk(
  kernel: Kernel,
  policy: PermissionPolicy | undefined,
): PermissionDesk {
  const desk = createDesk<Permission, PermissionReading, PermissionResponse>(kernel, {
    name: "permission",
    find,
    idOf: ({ permissionId }) => permissionId,
    pending: (requestId) =>
      [...kernel.sessions()].flatMap((session) => pendingIn(session, requestId)),
    isSame,
    isAbout,
    asked: (permissionId, reading, requestId) => ({
      type: "permission_requested",
      permissionId,
      ...(requestId !== undefined && { requestId }),
      ...reading,
    }),
    cancelled: settlement,
    responseOf: (permission) =>
      permission && isPending(permission) ? undefined : responseOf(permission),
  });

  function find(permissionId: string): Permission | undefined {
    for (const session of kernel.sessions()) {
      const permission = session.tables.permissions.get(permissionId);
      if (permission !== undefined) return permission;
    }
    return undefined;
  }

  const request: AcpStore["requestPermission"] = async (params, { requestId, signal } = {}) => {
    const {
      request: reading,
      callPath,
      diagnostics,
    } = readPermissionRequest(kernel.protocolVersion(), params, []);
    if (reading === undefined) {
      kernel.report(diagnostics);
      return cancelled();
    }
    const permissionId = desk.take(reading, requestId, { path: callPath, diagnostics });
    const response = desk.wait(permissionId, signal);
    if (policy !== undefined) {
      const settled = response.then(() => find(permissionId));
      void consultPolicy(policy, params as PermissionRequest, permissionId, settled);
    }
    return response;
  };

  async function consultPolicy(
    answerOf: PermissionPolicy,
    sent: PermissionRequest,
    permissionId: string,
    settled: PermissionContext["settled"],
  ): Promise<void> {
    const permission = find(permissionId);
    if (permission === undefined || !isPending(permission)) return;
    const answer = await policyAnswer(answerOf, sent, permission, settled);
    if (answer === undefined || !isOffered(permission, answer.optionId)) return;
    if (find(permissionId)?.status !== "pending") return;
    const { optionId, rule } = answer;
    kernel.commit({ ...settlement(permission, "policy", optionId), ...(rule && { rule }) });
  }

  /** `undefined` is to ask: an option may have any id, `"ask"` too. */
  async function policyAnswer(
    answerOf: PermissionPolicy,
    sent: PermissionRequest,
    permission: Permission,
    settled: PermissionContext["settled"],
  ): Promise<{ readonly optionId: string; readonly rule?: string } | undefined> {
    const id = permission.toolCallId;
    const toolCall =
      id === undefined ? undefined : kernel.session(permission.sessionId)?.tables.toolCalls.get(id);
    try {
      const answer = await answerOf(sent, {
        permission,
        state: kernel.getState(),
        settled,
        ...(toolCall === undefined ? {} : { toolCall }),
      });
      if (answer === "ask") return undefined;
      return typeof answer === "string" ? { optionId: answer } : readAnswer(answer);
    } catch {
      return undefined;
    }
  }

  const respond: AcpStore["respond"] = (permissionId, optionId) => {
    const permission = find(permissionId);
    if (permission === undefined) throw unknownPermission(permissionId);
    if (permission.status !== "pending") throw alreadySettled(permission);
    if (!isOffered(permission, optionId)) throw unknownOption(permission, optionId);
    kernel.commit(settlement(permission, "user", optionId));
    kernel.notifier.flush();
  };

  const recordAnswer: PermissionDesk["recordAnswer"] = (permissionId, answer, at) => {
    const permission = find(permissionId);
    if (permission === undefined) return;
    desk.answered(permission.requestId);
    const event =
      "optionId" in answer
        ? settlement(permission, "user", answer.optionId)
        : settlement(permission, answer.reason);
    kernel.commit({ ...event, sent: true }, at);
  };

  const { announce, withdraw, forget } = desk;
  return { request, respond, recordAnswer, announce, withdraw, forget };
}

/** A policy may be written without types: half an answer is none. */
function readAnswer(answer: Exclude<PolicyAnswer, string>): typeof answer | undefined {
  const { optionId, rule } = answer;
  return typeof optionId === "string" && typeof rule === "string" ? { optionId, rule } : undefined;
}

function settlement(permission: Permission, reason: PermissionReason, optionId?: string) {
  return {
    type: "permission_settled" as const,
    sessionId: permission.sessionId,
    permissionId: permission.permissionId,
    reason,
    ...(optionId === undefined
      ? { status: "cancelled" as const }
      : { status: "selected" as const, optionId }),
  };
}

function pendingIn(session: SessionRecord, requestId: RequestId): readonly Permission[] {
  return [...session.tables.permissions.snapshot().values()].filter(
    (permission) => isPending(permission) && permission.requestId === requestId,
  );
}

function isPending({ status }: Permission): boolean {
  return status === "pending";
}

/** An id counts for little: a connection that is new, and some agents, use the same ones again. */
function isSame(permission: Permission, reading: PermissionReading): boolean {
  return (
    permission.sessionId === reading.sessionId &&
    SENT.every((field) => isEqual(permission[field], reading[field]))
  );
}

const SENT = ["title", "description", "toolCall", "subject", "options"] as const;

function isAbout(permission: Permission, { sessionId, toolCall }: PermissionReading): boolean {
  return (
    permission.sessionId === sessionId && permission.toolCall?.toolCallId === toolCall?.toolCallId
  );
}

function isOffered(permission: Permission, optionId: string): boolean {
  return permission.options.some((option) => option.optionId === optionId);
}

function responseOf(permission: Permission | undefined): PermissionResponse {
  const optionId = permission?.status === "selected" ? permission.optionId : undefined;
  return optionId === undefined ? cancelled() : { outcome: { outcome: "selected", optionId } };
}

function cancelled(): PermissionResponse {
  return { outcome: { outcome: "cancelled" } };
}

function unknownPermission(permissionId: string): AcpPermissionError {
  return new AcpPermissionError(
    "unknown_permission",
    permissionId,
    `There is no permission request "${permissionId}". Take the permissionId of one that selectPendingPermissions lists.`,
  );
}

function alreadySettled({
  permissionId,
  status,
  reason,
  optionId,
}: Permission): AcpPermissionError {
  const answer = optionId === undefined ? "" : ` with "${optionId}"`;
  return new AcpPermissionError(
    "already_settled",
    permissionId,
    `Permission request "${permissionId}" is ${status}${answer} already (${reason}). It can be answered once only.`,
  );
}

function unknownOption(
  { permissionId, options }: Permission,
  optionId: string,
): AcpPermissionError {
  const offered = options.map((option) => `"${option.optionId}"`).join(", ");
  return new AcpPermissionError(
    "unknown_option",
    permissionId,
    `"${optionId}" is not an option of permission request "${permissionId}". Offered: ${offered || "none"}.`,
  );
}
