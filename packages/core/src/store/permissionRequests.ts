import type { Committer } from "../commit/createCommitter.js";
import { ACCEPTED, type Diagnostic, type IngestResult } from "../diagnostics.js";
import { AcpPermissionError } from "../errors.js";
import type { EventOf } from "../events/event.js";
import { hasUniqueIds } from "../state/ambiguousOptions.js";
import type { Permission, SettledReason } from "../state/requests.js";
import { sessionIdOf } from "../wire/clientRequests.js";
import type { RpcResponse } from "../wire/jsonRpc.js";
import {
  parsePermissionRequest,
  parsePermissionResponse,
  type PermissionRequestFields,
  requestedToolCallId,
} from "../wire/permissionRequest.js";
import { createPermissionIndex } from "./permissionIndex.js";
import {
  isDeepEqual,
  type PendingRequests,
  type RequestRules,
  type RequestsOfKind,
} from "./pendingRequests.js";
import type {
  PermissionContext,
  PermissionPolicy,
  PermissionRequest,
  PermissionResponse,
} from "./requestTypes.js";
import type { AcpStore } from "./types.js";

/** The permission requests of a store. */
export interface PermissionRequests
  extends Pick<
    RequestsOfKind<Permission, PermissionRequestFields, PermissionResponse>,
    "onRequest" | "withdraw"
  > {
  request: AcpStore["requestPermission"];
  respond: AcpStore["respondToPermission"];
  /** Handles the answer that the client sent, which may differ from the one in the state. */
  onAnswerSent(permissionId: string, answer: RpcResponse, at: number): IngestResult;
}

/** The three ways in which a permission request can be answered with an option. */
type AnswerSource =
  | { readonly by: "user" }
  | { readonly by: "policy"; readonly rule: string | undefined }
  | { readonly by: "wire"; readonly at: number };

const REJECTED: IngestResult = { accepted: false, diagnostics: [] };

/** Creates the handling of permission requests. */
export function createPermissionRequests(
  committer: Committer,
  pendingRequests: PendingRequests,
  policy: PermissionPolicy | undefined,
): PermissionRequests {
  const { tree } = committer;
  const rules = permissionRules(committer, policy && ((id) => void consultPolicy(policy, id)));
  const { find } = rules;
  const { onRequest, open, whenSettled, withdraw } = pendingRequests.withRules(rules);

  const request: AcpStore["requestPermission"] = async (params, { requestId, signal } = {}) => {
    const permission = open(params, requestId);
    if (permission === undefined) return cancelledResponse();
    return (await whenSettled(permission, signal)).response;
  };

  const respond: AcpStore["respondToPermission"] = (permissionId, optionId) => {
    const permission = find(permissionId);
    if (permission === undefined) throw unknownPermission(permissionId);
    if (permission.status !== "pending") throw permissionAlreadySettled(permission);
    selectOption(permission, optionId, { by: "user" });
  };

  const onAnswerSent: PermissionRequests["onAnswerSent"] = (permissionId, answer, at) => {
    const permission = find(permissionId);
    if (permission === undefined) return ACCEPTED;
    const optionId = selectedOptionOf(answer);
    const status = optionId === undefined ? "cancelled" : "selected";
    // Usually the answer was given through this store, so the state already has it.
    if (permission.status === status && permission.optionId === optionId) return ACCEPTED;
    if (optionId !== undefined) return selectOption(permission, optionId, { by: "wire", at });
    const reason = answer.kind === "error" ? "aborted" : "user";
    return committer.tryCommit({ ...settled(permission, reason), sent: true }, at);
  };

  /**
   * Answers a request with an option. This is the only place that decides about an option that the
   * request does not offer: the user's answer throws, a policy's answer is ignored so that the user
   * decides, and an answer that was already sent is applied with a diagnostic, because the agent
   * acts on it.
   */
  function selectOption(
    permission: Permission,
    optionId: string,
    source: AnswerSource,
  ): IngestResult {
    const isOffered = permission.options.some((option) => option.optionId === optionId);
    if (source.by === "user") {
      if (!isOffered) throw unknownOption(permission, optionId);
      committer.commitAction(settled(permission, "user", optionId));
      return ACCEPTED;
    }
    if (source.by === "policy") {
      if (!isOffered) return REJECTED;
      const { rule } = source;
      committer.commit({ ...settled(permission, "policy", optionId), ...(rule && { rule }) });
      return ACCEPTED;
    }
    const { at } = source;
    const diagnostics = isOffered
      ? []
      : committer.report([optionNotOffered(permission, optionId)], at);
    const event = { ...settled(permission, "user", optionId), sent: true as const };
    const result = committer.tryCommit(event, at);
    return { ...result, diagnostics: [...diagnostics, ...result.diagnostics] };
  }

  /**
   * Asks the policy once for each new request that it may answer, whether a handler or the wire has
   * brought it.
   */
  async function consultPolicy(answerRequest: PermissionPolicy, id: string): Promise<void> {
    const permission = find(id);
    if (!permission?.policyPending) return;
    const context: PermissionContext = {
      request: permissionRequestOf(permission),
      permission,
      ...toolCallOf(permission),
      state: tree.snapshot(),
      settled: whenSettled(permission, undefined).then(({ entity }) => entity),
    };
    const answer = await policyAnswer(answerRequest, context);
    if (answer !== undefined && find(id, permission.sessionId)?.status === "pending")
      selectOption(permission, answer.optionId, { by: "policy", rule: answer.rule });
    if (find(id, permission.sessionId)?.policyPending)
      committer.commit({
        type: "permission_left_to_user",
        sessionId: permission.sessionId,
        permissionId: id,
      });
  }

  function toolCallOf({ sessionId, toolCallId }: Permission): Pick<PermissionContext, "toolCall"> {
    if (toolCallId === undefined) return {};
    const toolCall = tree.find(sessionId)?.tables.toolCalls.get(toolCallId);
    return toolCall === undefined ? {} : { toolCall };
  }

  return { request, respond, onRequest, onAnswerSent, withdraw };
}

function permissionRules(
  committer: Committer,
  consultPolicy: ((permissionId: string) => void) | undefined,
): RequestRules<Permission, PermissionRequestFields, PermissionResponse> {
  const { tree } = committer;
  const index = createPermissionIndex(committer);

  function find(permissionId: string, sessionId?: string): Permission | undefined {
    if (sessionId === undefined) return index.find(permissionId);
    return tree.find(sessionId)?.tables.permissions.get(permissionId);
  }

  return {
    kind: "permission",
    parse: (params, base) => {
      const { callPath, ...parsed } = parsePermissionRequest(
        tree.root.protocolVersion,
        params,
        base,
      );
      return { ...parsed, path: callPath };
    },
    find,
    isUsed: index.has,
    idOf: ({ permissionId }) => permissionId,
    findPending: index.findPending,
    // Ids alone prove little: some agents, and every new connection, reuse them.
    isSame: (permission, request) =>
      permission.sessionId === request.sessionId &&
      COMPARED_FIELDS.every((field) => isDeepEqual(permission[field], request[field])),
    isAbout: (permission, params) =>
      permission.sessionId === sessionIdOf(params) &&
      permission.toolCall?.toolCallId === requestedToolCallId(tree.root.protocolVersion, params),
    requested: (permissionId, request, requestId) => ({
      type: "permission_requested",
      permissionId,
      ...(requestId !== undefined && { requestId }),
      // A policy cannot know which of two options with the same id the agent would apply.
      ...(consultPolicy && hasUniqueIds(request.options) && { policyPending: true }),
      ...request,
    }),
    ...(consultPolicy && { onCreated: consultPolicy }),
    cancelled: (permission, reason) => settled(permission, reason),
    responseOf: (permission) => {
      if (permission?.status === "pending") return undefined;
      const optionId = permission?.status === "selected" ? permission.optionId : undefined;
      return optionId === undefined
        ? cancelledResponse()
        : { outcome: { outcome: "selected", optionId } };
    },
  };
}

const COMPARED_FIELDS = ["title", "description", "toolCall", "subject", "options"] as const;

/** Returns the request as the agent sent it, without the fields that the store added. */
function permissionRequestOf(permission: Permission): PermissionRequest {
  const {
    permissionId,
    requestId,
    toolCallId,
    status,
    optionId,
    reason,
    rule,
    policyPending,
    requestedAt,
    settledAt,
    ordinal,
    turnId,
    ...request
  } = permission;
  return request;
}

/** Returns the option that a policy picked, or `undefined` if the user decides. */
async function policyAnswer(
  policy: PermissionPolicy,
  context: PermissionContext,
): Promise<{ readonly optionId: string; readonly rule: string | undefined } | undefined> {
  try {
    const answer = await policy(context);
    if (answer === undefined || answer === "ask") return undefined;
    if (typeof answer === "string") return { optionId: answer, rule: undefined };
    const { optionId, rule } = answer;
    // A policy may be written in plain JavaScript: an incomplete answer does not count.
    return typeof optionId === "string" && typeof rule === "string"
      ? { optionId, rule }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the option that an answer on the wire selects. `undefined` if it selects none. */
function selectedOptionOf(answer: RpcResponse): string | undefined {
  return answer.kind === "error" ? undefined : parsePermissionResponse(answer.result);
}

function settled(
  { sessionId, permissionId }: Permission,
  reason: SettledReason,
  optionId?: string,
): Omit<EventOf<"permission_settled">, "at"> {
  const event = { type: "permission_settled", sessionId, permissionId, reason } as const;
  return optionId === undefined
    ? { ...event, status: "cancelled" }
    : { ...event, status: "selected", optionId };
}

function cancelledResponse(): PermissionResponse {
  return { outcome: { outcome: "cancelled" } };
}

function optionNotOffered(permission: Permission, optionId: string): Diagnostic {
  return {
    code: "option_not_offered",
    path: ["msg", "result", "outcome", "optionId"],
    message: `"${optionId}" is not an option of permission request "${permission.permissionId}". Offered: ${offeredOptions(permission)}. It was applied, because the agent has received it.`,
    value: optionId,
  };
}

function unknownPermission(permissionId: string): AcpPermissionError {
  return new AcpPermissionError(
    "unknown_permission",
    permissionId,
    `There is no permission request "${permissionId}". Pass the permissionId of a request that selectPendingPermissions returns.`,
  );
}

function permissionAlreadySettled({
  permissionId,
  status,
  reason,
  optionId,
}: Permission): AcpPermissionError {
  const answer = optionId === undefined ? "" : ` with "${optionId}"`;
  return new AcpPermissionError(
    "already_settled",
    permissionId,
    `Permission request "${permissionId}" is already ${status}${answer} (${reason}). A request can be answered only once.`,
  );
}

function unknownOption(permission: Permission, optionId: string): AcpPermissionError {
  const { permissionId } = permission;
  return new AcpPermissionError(
    "unknown_option",
    permissionId,
    `"${optionId}" is not an option of permission request "${permissionId}". Offered: ${offeredOptions(permission)}.`,
  );
}

function offeredOptions({ options }: Permission): string {
  return options.map(({ optionId }) => `"${optionId}"`).join(", ") || "no options";
}
