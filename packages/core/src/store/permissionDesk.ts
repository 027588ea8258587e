import type { Diagnostic } from "../diagnostics.js";
import { AcpPermissionError } from "../errors.js";
import type { Permission, PermissionReason } from "../state/requests.js";
import type { SessionCell } from "../state/tree.js";
import { type RequestId, requestKey } from "../wire/jsonRpc.js";
import { type PermissionReading, readPermissionRequest } from "../wire/permission.js";
import type { Kernel } from "./kernel.js";
import type { AcpStore, PermissionPolicy, PermissionRequest, PermissionResponse } from "./types.js";
import { createWaiters, onAbort, unusedId } from "./waiters.js";

/** Takes in permission requests, keeps who waits for their answers, and settles them. */
export interface PermissionDesk {
  request: AcpStore["requestPermission"];
  respond: AcpStore["respond"];
  /** A request seen on the wire; whoever answers it may still call `request` for it. */
  announce(
    reading: PermissionReading,
    requestId: RequestId,
    at: number,
    callPath: readonly string[],
  ): {
    readonly permissionId: string;
    readonly applied: boolean;
    readonly diagnostics: readonly Diagnostic[];
  };
  /** The answer seen on the wire. */
  recordAnswer(
    permissionId: string,
    answer: { optionId: string } | { reason: PermissionReason },
    at: number,
  ): void;
  withdraw(requestId: RequestId, at: number): boolean;
}

export function createPermissionDesk(
  kernel: Kernel,
  policy: PermissionPolicy | undefined,
): PermissionDesk {
  const announced = new Map<string, string>();
  const waiters = createWaiters(kernel, (permissionId) => {
    const permission = find(permissionId);
    return permission?.status === "pending" ? undefined : responseOf(permission);
  });

  function find(permissionId: string): Permission | undefined {
    for (const cell of kernel.sessions()) {
      const permission = cell.tables.permissions.get(permissionId);
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
    const permissionId =
      join(reading, requestId) ?? ask(reading, requestId, kernel.now(), callPath).permissionId;
    const moot = reasonNotToAsk(permissionId);
    if (moot !== undefined) settle(permissionId, moot);
    const stopListening = onAbort(signal, () => settle(permissionId, "aborted"));
    if (policy !== undefined) {
      void consultPolicy(policy, params as PermissionRequest, permissionId);
    }
    const response = await waiters.wait(permissionId);
    stopListening();
    return response;
  };

  /** After a stop nobody is to be asked any more, and the agent waits for an answer. */
  function reasonNotToAsk(permissionId: string): PermissionReason | undefined {
    const permission = find(permissionId);
    const cell = permission && kernel.session(permission.sessionId);
    if (cell?.fields.closed) return "session_closed";
    const turn =
      permission?.turnId === undefined ? undefined : cell?.tables.turns.get(permission.turnId);
    return turn?.status === "cancelling" ? "turn_cancelled" : undefined;
  }

  /** The same request may come twice: seen on the wire first, or sent again after a reconnect. */
  function join(reading: PermissionReading, requestId: RequestId | undefined): string | undefined {
    if (requestId === undefined) return undefined;
    const known = announced.get(requestKey(requestId));
    announced.delete(requestKey(requestId));
    return known ?? pendingIn(kernel.session(reading.sessionId), requestId)?.permissionId;
  }

  function ask(
    reading: PermissionReading,
    requestId: RequestId | undefined,
    at: number,
    callPath: readonly string[],
  ): ReturnType<PermissionDesk["announce"]> {
    const wanted = requestId === undefined ? "permission" : String(requestId);
    const permissionId = unusedId(wanted, (id) => find(id) !== undefined);
    const known = requestId === undefined ? {} : { requestId };
    const result = kernel.tryCommit(
      { type: "permission_requested", permissionId, ...known, ...reading },
      at,
      callPath,
    );
    return { permissionId, ...result };
  }

  async function consultPolicy(
    answerOf: PermissionPolicy,
    sent: PermissionRequest,
    permissionId: string,
  ): Promise<void> {
    const permission = find(permissionId);
    if (permission?.status !== "pending") return;
    const optionId = await policyAnswer(answerOf, sent, permission);
    if (find(permissionId)?.status !== "pending" || !isOffered(permission, optionId)) return;
    kernel.commit(settlement(permission, "policy", optionId));
  }

  async function policyAnswer(
    answerOf: PermissionPolicy,
    sent: PermissionRequest,
    permission: Permission,
  ): Promise<string> {
    const id = permission.toolCallId;
    const toolCall =
      id === undefined ? undefined : kernel.session(permission.sessionId)?.tables.toolCalls.get(id);
    try {
      return await answerOf(sent, {
        permission,
        state: kernel.getState(),
        ...(toolCall === undefined ? {} : { toolCall }),
      });
    } catch {
      return "ask";
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

  function settle(permissionId: string, reason: PermissionReason, at?: number): void {
    const permission = find(permissionId);
    if (permission?.status === "pending") kernel.commit(settlement(permission, reason), at);
  }

  const announce: PermissionDesk["announce"] = (reading, requestId, at, callPath) => {
    const again = pendingIn(kernel.session(reading.sessionId), requestId)?.permissionId;
    const asked =
      again === undefined
        ? ask(reading, requestId, at, callPath)
        : { permissionId: again, applied: true, diagnostics: [] };
    announced.set(requestKey(requestId), asked.permissionId);
    return asked;
  };

  const recordAnswer: PermissionDesk["recordAnswer"] = (permissionId, answer, at) => {
    const permission = find(permissionId);
    if (permission === undefined) return;
    if (permission.requestId !== undefined) announced.delete(requestKey(permission.requestId));
    const event =
      "optionId" in answer
        ? settlement(permission, "user", answer.optionId)
        : settlement(permission, answer.reason);
    kernel.commit({ ...event, sent: true }, at);
  };

  function withdraw(requestId: RequestId, at: number): boolean {
    for (const cell of kernel.sessions()) {
      const permission = pendingIn(cell, requestId);
      if (permission === undefined) continue;
      settle(permission.permissionId, "withdrawn", at);
      return true;
    }
    return false;
  }

  return { request, respond, announce, recordAnswer, withdraw };
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

function pendingIn(cell: SessionCell | undefined, requestId: RequestId): Permission | undefined {
  for (const permission of cell?.tables.permissions.snapshot().values() ?? []) {
    if (permission.status === "pending" && permission.requestId === requestId) return permission;
  }
  return undefined;
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
