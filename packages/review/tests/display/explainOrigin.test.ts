import { connectAgent } from "@acp-store/client";
import { type AcpStore, createAcpStore, type PermissionPolicy } from "@acp-store/core";
import { createGate, type PermissionChoice, scriptedAgent, type Turn } from "@acp-store/testing";
import { expect, it, onTestFinished } from "vitest";
import { explainOrigin, findTurnPrompt } from "../../src/display/explainOrigin.js";
import type { AgentOrigin } from "../../src/model/origin.js";

const CHOICES: readonly PermissionChoice[] = [
  { optionId: "once", name: "Allow", kind: "allow_once" },
  { optionId: "always", name: "Always", kind: "allow_always" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
  { optionId: "never", name: "Never", kind: "reject_always" },
];

interface Edited {
  readonly store: AcpStore;
  readonly origin: AgentOrigin;
}

interface EditOptions {
  /** The option that the user selects, or `withdrawn` by the agent. Default: the agent asks for no permission. */
  readonly answer?: string;
  readonly policy?: PermissionPolicy;
  readonly kind?: "edit" | "execute";
}

/** Lets an agent edit a file in a turn. Returns the origin of the edit. */
async function edit(options: EditOptions = {}): Promise<Edited> {
  const { answer, policy, kind = "edit" } = options;
  const store = createAcpStore({ ...(policy && { permissionPolicy: policy }) });
  const withdrawal = new AbortController();
  let toolCallId = "";
  const asks = answer !== undefined || policy !== undefined;
  const scripted = scriptedAgent({
    info: { name: "scripted", title: "Scripted agent", version: "1.0.0" },
    async onPrompt(turn: Turn) {
      const call = await turn.call({ title: "Edit a.ts", kind });
      ({ toolCallId } = call);
      const question = { options: CHOICES, signal: withdrawal.signal };
      if (asks) await call.askPermission(question).catch(() => {});
      await call.complete();
    },
  });
  const agent = await connectAgent(store, scripted.connect);
  onTestFinished(() => agent.close());
  const { sessionId } = await agent.newSession({ cwd: "/work" });
  const stop = store.watch({ type: "field", field: "pendingPermissions" }, () => {
    const [id] = store.getState().sessions.get(sessionId)?.pendingPermissions ?? [];
    if (id === undefined || answer === undefined) return;
    if (answer === "withdrawn") withdrawal.abort();
    else store.respondToPermission(id, answer);
  });
  await agent.prompt(sessionId, "\n  Fix it \nsoon");
  stop();
  const [turnId = ""] = store.getState().sessions.get(sessionId)?.turns.keys() ?? [];
  const evidence = kind === "execute" ? "command" : "diff";
  return { store, origin: { agentId: "", sessionId, turnId, toolCallId, evidence } };
}

it("names the agent, the tool call and the first line of the prompt", async () => {
  const { store, origin } = await edit();
  const { by, agentName, session, toolCall, permission, prompt } = explainOrigin(
    store.getState(),
    origin,
  );
  expect({ by, agentName, session, permission }).toEqual({
    ...{ by: origin, agentName: "Scripted agent", session: "known", permission: undefined },
  });
  expect(toolCall).toMatchObject({ toolCallId: origin.toolCallId, title: "Edit a.ts" });
  expect(prompt).toMatchObject({ sessionId: origin.sessionId, firstLine: "Fix it" });
  const { messages } = store.getState().sessions.get(origin.sessionId) ?? {};
  expect(messages?.get(prompt?.messageId ?? "")?.role).toBe("user");
  expect(findTurnPrompt(store.getState(), origin)).toEqual(prompt);
});

it("names a command", async () => {
  const { store, origin } = await edit({ kind: "execute" });
  const { by, toolCall } = explainOrigin(store.getState(), origin);
  expect([by.evidence, toolCall?.kind]).toEqual(["command", "execute"]);
});

it.each<[expected: string, byPolicy: boolean, options: EditOptions]>([
  ["allow_once", false, { answer: "once" }],
  ["allow_always", false, { answer: "always" }],
  ["reject_once", false, { answer: "no" }],
  ["reject_always", false, { answer: "never" }],
  ["allow_once", true, { policy: () => ({ optionId: "once", rule: "all" }) }],
  ["reject_once", true, { policy: () => ({ optionId: "no", rule: "all" }) }],
  ["unanswered", false, { answer: "withdrawn" }],
])("tells the answer %s (by a policy: %s)", async (answer, byPolicy, options) => {
  const { store, origin } = await edit(options);
  const { permission } = explainOrigin(store.getState(), origin);
  expect(permission).toMatchObject({ answer, byPolicy });
});

it.each<[name: string, change: Partial<AgentOrigin>, found: object]>([
  ["a forgotten tool call", { toolCallId: "gone" }, { session: "known", toolCall: undefined }],
  ["a forgotten turn", { turnId: "gone" }, { session: "known", prompt: undefined }],
  ["a missing session", { sessionId: "gone" }, { session: "missing", prompt: undefined }],
])("explains %s", async (_name, change, found) => {
  const { store, origin } = await edit({ answer: "once" });
  const reason = explainOrigin(store.getState(), { ...origin, ...change });
  const { session, toolCall, prompt } = reason;
  expect({ session, toolCall, prompt }).toMatchObject(found);
});

it("explains a closed session, and the lines of an agent without a store", async () => {
  const { store, origin } = await edit();
  store.closeSession(origin.sessionId);
  expect(explainOrigin(store.getState(), origin)).toEqual({
    ...{ by: origin, agentName: "Scripted agent", session: "closed" },
  });
  expect(explainOrigin(undefined, origin)).toEqual({ by: origin, session: "missing" });
  expect(findTurnPrompt(undefined, origin)).toBeUndefined();
});

it.each(["user", "unknown"] as const)("explains lines of the author %s", (by) => {
  expect(explainOrigin(createAcpStore().getState(), by)).toEqual({ by });
});

it("finds the prompt for the work of a subagent", async () => {
  const store = createAcpStore();
  const gate = createGate();
  let child = "";
  const scripted = scriptedAgent({
    async onPrompt(turn) {
      const subagent = await turn.subagent("Helper");
      child = subagent.session.sessionId;
      await subagent.end();
      await turn.hold(gate);
    },
  });
  const agent = await connectAgent(store, scripted.connect);
  onTestFinished(() => agent.close());
  const { sessionId } = await agent.newSession({ cwd: "/work" });
  const answer = agent.prompt(sessionId, "Delegate it");
  await gate.reached;
  const [turnId = ""] = store.getState().sessions.get(sessionId)?.turns.keys() ?? [];
  const origin = { agentId: "", sessionId: child, turnId, evidence: "fs" } as const;
  expect(explainOrigin(store.getState(), origin).prompt).toMatchObject({
    ...{ sessionId, firstLine: "Delegate it" },
  });
  gate.open();
  await answer;
});
