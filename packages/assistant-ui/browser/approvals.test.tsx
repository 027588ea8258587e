import { connectAgent } from "@acp-store/client";
import { type AcpRuntimeOptions, useAcpRuntime } from "@acp-store/assistant-ui";
import { createAcpStore, isAcpPermissionError } from "@acp-store/core";
import { type PermissionChoice, scriptedAgent } from "@acp-store/testing";
import type { AssistantRuntime, MessagePartRuntime } from "@assistant-ui/react";
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";

const ALLOW: PermissionChoice = { optionId: "yes", name: "Allow", kind: "allow_once" };
const ALWAYS: PermissionChoice = { optionId: "always", name: "Always", kind: "allow_always" };
const REJECT: PermissionChoice = { optionId: "no", name: "Reject", kind: "reject_once" };

/** Starts a turn that asks for permission. Returns the part of the tool call. */
async function askForPermission(options: readonly PermissionChoice[]) {
  const store = createAcpStore();
  const { connect } = scriptedAgent({
    onPrompt: async (turn) => {
      const call = await turn.call({ title: "npm test", kind: "execute", status: "pending" });
      const { optionId } = await call.askPermission({ options });
      await turn.say(`Chose ${optionId}.`);
    },
  });
  const agent = await connectAgent(store, connect);
  const { sessionId } = await agent.newSession({ cwd: "/project" });
  const hook = renderHook<AssistantRuntime, AcpRuntimeOptions>(useAcpRuntime, {
    initialProps: { store, agent, sessionId },
  });
  const result = agent.prompt(sessionId, "Test");
  const part = await vi.waitFor(() => {
    const found = pendingPart(hook.result.current);
    expect(found).toBeDefined();
    return found as MessagePartRuntime;
  }, 20_000);
  const answers = () =>
    [...(store.getState().sessions.get(sessionId)?.permissions.values() ?? [])].map(
      ({ optionId }) => optionId,
    );
  return { part, result, answers };
}

function pendingPart({ thread }: AssistantRuntime): MessagePartRuntime | undefined {
  const { messages } = thread.getState();
  const calls = messages.flatMap(({ content }, index) =>
    content.flatMap((part) =>
      part.type === "tool-call" && part.approval !== undefined
        ? thread.getMessageByIndex(index).getMessagePartByToolCallId(part.toolCallId)
        : [],
    ),
  );
  return calls[0];
}

it("answers a permission request exactly once", async () => {
  const { part, result, answers } = await askForPermission([ALLOW, REJECT]);
  const first = part.respondToToolApproval({ optionId: "no" });
  // As if the user clicked twice before the page was rendered again.
  const second = part.respondToToolApproval({ optionId: "yes" });
  await expect(second).rejects.toSatisfy(
    (error) => isAcpPermissionError(error) && error.reason === "already_settled",
  );
  await first;
  await result;
  expect(answers()).toEqual(["no"]);
});

it("does not accept an option that the agent does not offer", async () => {
  const { part, result, answers } = await askForPermission([ALLOW]);
  expect(() => part.respondToToolApproval({ optionId: "no" })).toThrow('"no"');
  await part.respondToToolApproval({ optionId: "yes" });
  await result;
  expect(answers()).toEqual(["yes"]);
});

it.each([
  [true, "yes"],
  [false, "no"],
])("selects the only option that applies once, for approved: %s", async (approved, optionId) => {
  const { part, result, answers } = await askForPermission([ALWAYS, ALLOW, REJECT]);
  await part.respondToToolApproval({ approved });
  await result;
  expect(answers()).toEqual([optionId]);
});

it("selects no option whose id another option has too", async () => {
  const { part, result, answers } = await askForPermission([
    REJECT,
    { ...ALWAYS, optionId: "no" },
    ALLOW,
  ]);
  await expect(part.respondToToolApproval({ approved: false })).rejects.toThrow("distinct id");
  expect(answers()).toEqual([undefined]);
  await part.respondToToolApproval({ approved: true });
  await result;
  expect(answers()).toEqual(["yes"]);
});

it("selects no option if the agent offers none that applies once", async () => {
  const { part, result, answers } = await askForPermission([ALWAYS, REJECT]);
  await expect(part.respondToToolApproval({ approved: true })).rejects.toThrow(
    'does not offer exactly one option of the kind "allow_once"',
  );
  expect(answers()).toEqual([undefined]);
  await part.respondToToolApproval({ optionId: "always" });
  await result;
  expect(answers()).toEqual(["always"]);
});
