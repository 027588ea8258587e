import { createAcpStore, type AcpStore } from "@acp-store/core";
import { toMarkdown } from "@acp-store/core/export";
import { describe, expect, it } from "vitest";
import { recv, sent } from "../support/frames.js";
import { ALL_RECORDINGS, recordedFrames } from "../support/recordings.js";

const text = (value: string) => ({ type: "text" as const, text: value });
const say = (value: string, messageId = "a") => ({
  ...{ sessionUpdate: "agent_message_chunk", messageId },
  content: text(value),
});

function openStore(): { store: AcpStore; update: (update: object) => void; write: () => string } {
  const store = createAcpStore({ scheduler: "sync" });
  store.openSession({ sessionId: "s1", cwd: "/w" });
  return {
    store,
    update: (update) => void store.ingest({ sessionId: "s1", update }),
    write() {
      const session = store.getState().sessions.get("s1");
      if (session === undefined) throw new Error("There is no session.");
      return toMarkdown(session);
    },
  };
}

describe("a session as Markdown", () => {
  it("contains the title, messages, thoughts, the plan and the end of a turn", () => {
    const { store, update, write } = openStore();
    update({ sessionUpdate: "session_info_update", title: "Fix <b> & co" });
    store.startTurn("s1", [text("Fix the *total*")]);
    update({ sessionUpdate: "agent_thought_chunk", messageId: "t", content: text("Hm.") });
    update({
      sessionUpdate: "plan",
      entries: [
        { content: "Read", priority: "high", status: "completed" },
        { content: "Write", priority: "high", status: "pending" },
      ],
    });
    update(say("Done."));
    store.endTurn("s1", { stopReason: "cancelled" });
    expect(write()).toBe(`# Fix &lt;b&gt; &amp; co

## You

Fix the *total*

<details><summary>Thought</summary>

Hm.

</details>

**Plan**

- [x] Read
- [ ] Write

## Agent

Done.

*Cancelled*
`);
  });

  it("contains notices at their place, and compactions with their tokens", () => {
    const { store, update, write } = openStore();
    update({ sessionUpdate: "usage_update", used: 180_000, size: 200_000 });
    store.startTurn("s1", [text("Go")]);
    const notice = { sessionUpdate: "notice", severity: "warning", title: "Slow <now>" };
    update(notice);
    update(notice);
    update(say("One.", "a"));
    const compaction = { sessionUpdate: "compaction_update", compactionId: "c" };
    update({ ...compaction, status: "in_progress" });
    update({ ...compaction, status: "completed", summary: [text("We work on *it*.")] });
    update({ sessionUpdate: "usage_update", used: 30_000, size: 200_000 });
    update({ sessionUpdate: "notice", severity: "_odd", title: "Later", description: "More" });
    update({ ...compaction, compactionId: "d", status: "failed", error: "no model" });
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(write()).toBe(`## You

Go

> **Warning:** Slow &lt;now&gt; (2 times)

## Agent

One.

<details><summary>Context compacted: 180,000 → 30,000 tokens</summary>

We work on *it*.

</details>

> **Note:** Later
> 
> More

*The context could not be compacted: no model*

## Usage

- Context: 30,000 of 200,000 tokens
`);
  });

  it("says which messages were sent into a running turn, and which the agent did not take", () => {
    const { store, write } = openStore();
    store.startTurn("s1", [text("Go")]);
    const steer = (id: number, value: string): void => {
      const params = { sessionId: "s1", prompt: [text(value)] };
      store.observe(sent({ id, method: "_session/steering", params }));
    };
    steer(2, "Also this");
    store.observe(recv({ id: 2, result: { outcome: "injected" } }));
    steer(3, "And that");
    store.observe(recv({ id: 3, error: { code: -32_603, message: "Too late" } }));
    const markdown = write();
    expect(markdown).toContain("## You, during the turn\n\nAlso this");
    expect(markdown).toContain("## You (not taken by the agent)\n\nAnd that");
  });

  it("says which prompts were sent again", () => {
    const { store, update, write } = openStore();
    store.startTurn("s1", [text("Go")]);
    store.endTurn("s1", { error: { message: "Overloaded" } });
    const [failed] = store.getState().sessions.get("s1")?.turns.keys() ?? [];
    const params = { sessionId: "s1", prompt: [text("Go")] };
    store.expectPrompt("s1", params.prompt, { ...(failed !== undefined && { retryOf: failed }) });
    store.observe(sent({ id: 2, method: "session/prompt", params }));
    // A message into the running turn is not the prompt.
    const steered = { sessionId: "s1", prompt: [text("And more")] };
    store.observe(sent({ id: 3, method: "_session/steering", params: steered }));
    update(say("Done."));
    expect(write()).toContain(
      "## You\n\nGo\n\n*Failed: Overloaded*\n\n## You\n\n*Sent again*\n\nGo\n\n## You, during the turn\n\nAnd more\n\n## Agent",
    );
  });

  it("names the origin at the start, and the tokens and costs at the end", () => {
    const store = createAcpStore({ scheduler: "sync" });
    const continuedFrom = { agentId: "a<b>", sessionId: "old" };
    store.openSession({ sessionId: "s1", cwd: "/w", continuedFrom });
    const params = { sessionId: "s1", prompt: [text("Go")] };
    store.observe(sent({ id: 1, method: "session/prompt", params }));
    const usage = { totalTokens: 12_000, inputTokens: 10_000, outputTokens: 2_000 };
    store.observe(recv({ id: 1, result: { stopReason: "end_turn", usage } }));
    const cost = { amount: 0.421, currency: "USD" };
    store.ingest({
      sessionId: "s1",
      update: { sessionUpdate: "usage_update", used: 5, size: 10, cost },
    });
    const session = store.getState().sessions.get("s1");
    const [turnId] = session?.turns.keys() ?? [];
    if (session === undefined || turnId === undefined) throw new Error("There is no session.");
    expect(toMarkdown(session)).toBe(`*Continued from the session old of the agent a&lt;b&gt;*

## You

Go

## Usage

- 12,000 tokens (10,000 in, 2,000 out)
- 0.421 USD
- Context: 5 of 10 tokens
`);
    expect(toMarkdown(session, { turnId })).toBe("## You\n\nGo\n");
  });

  it("contains tool calls with their command, output, difference and the decision", () => {
    const { store, update, write } = openStore();
    store.startTurn("s1", [text("Go")]);
    update({
      ...{ sessionUpdate: "tool_call", toolCallId: "c", title: "Run the tests", kind: "execute" },
      ...{ status: "completed", rawInput: { command: "npm", args: ["test"] } },
      content: [{ type: "content", content: text("\u001b[32mok\u001b[0m\n```\nfenced\n```\n") }],
    });
    const options = [{ optionId: "yes", name: "Allow", kind: "allow_once" as const }];
    void store.requestPermission({ sessionId: "s1", toolCall: { toolCallId: "c" }, options });
    const [permissionId = ""] = store.getState().sessions.get("s1")?.pendingPermissions ?? [];
    store.respondToPermission(permissionId, "yes");
    update({
      ...{ sessionUpdate: "tool_call", toolCallId: "d", title: "Edit a.ts", kind: "edit" },
      status: "failed",
      content: [{ type: "diff", path: "/w/a.ts", oldText: "1\n2\n", newText: "1\ntwo\n" }],
    });
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(write()).toContain(`<details><summary>Run the tests (done)</summary>

\`\`\`sh
npm test
\`\`\`

\`\`\`\`
ok
\`\`\`
fenced
\`\`\`
\`\`\`\`

*Answered: Allow*

</details>

<details><summary>Edit a.ts (failed)</summary>

\`/w/a.ts\`

\`\`\`diff
 1
-2
+two
\`\`\`

</details>
`);
  });

  it("writes one turn, and leaves out the others", () => {
    const { store, update } = openStore();
    for (const prompt of ["One", "Two"]) {
      store.startTurn("s1", [text(prompt)]);
      update({ sessionUpdate: "compaction_update", compactionId: prompt, status: "failed" });
      update(say(`${prompt} is done.`, prompt));
      update({ sessionUpdate: "notice", severity: "warning", title: `${prompt} was slow` });
      store.endTurn("s1", { stopReason: "end_turn" });
    }
    update(say("Between the turns.", "later"));
    const session = store.getState().sessions.get("s1");
    const turnId = [...(session?.turns.keys() ?? [])].at(-1) ?? "";
    expect(session && toMarkdown(session, { turnId })).toBe(
      `## You

Two

*The context could not be compacted*

## Agent

Two is done.

> **Warning:** Two was slow
`,
    );
  });

  it("contains no text that was not redacted", () => {
    const { store, update } = openStore();
    update({ sessionUpdate: "session_info_update", title: "secret" });
    store.startTurn("s1", [
      text("secret"),
      { type: "resource_link", name: "secret", uri: "secret" },
    ]);
    update(say("secret"));
    update({
      ...{ sessionUpdate: "tool_call", toolCallId: "c", title: "secret", status: "completed" },
      rawInput: { command: "secret" },
      content: [
        { type: "content", content: text("secret") },
        { type: "diff", path: "/secret", oldText: "secret\n", newText: "secrets\n" },
      ],
    });
    store.endTurn("s1", { error: { message: "secret" } });
    const session = store.getState().sessions.get("s1");
    const redact = (value: string) => value.replaceAll("secret", "***");
    expect(session && toMarkdown(session, { redact })).not.toContain("secret");
  });

  it("writes output with very many fences", () => {
    const { update, write } = openStore();
    const output = "```\n".repeat(300_000);
    update({
      ...{ sessionUpdate: "tool_call", toolCallId: "c1", title: "Print", status: "completed" },
      content: [{ type: "content", content: text(output) }],
    });
    expect(write()).toContain(`\n\`\`\`\`\n${output}\`\`\`\`\n`);
  });

  it("ends no link, summary or fence early, whatever the texts contain", () => {
    const { store, write } = openStore();
    store.startTurn("s1", [
      { type: "resource_link", name: "a](b", uri: "file:///a b(c)" },
      { type: "resource", resource: { uri: "</summary>", text: "````\n</details>\n" } },
    ]);
    expect(write()).toContain("[a\\](b](file:///a%20b%28c%29)");
    expect(write()).toContain("<summary>&lt;/summary&gt;</summary>");
    expect(write()).toContain("`````\n````\n</details>\n`````");
  });
});

it.each(ALL_RECORDINGS)("writes the sessions of the recording %s", (name) => {
  const store = createAcpStore({ scheduler: "sync" });
  for (const frame of recordedFrames(name)) store.observe(frame);
  for (const session of store.getState().sessions.values()) {
    const markdown = toMarkdown(session);
    const opened = markdown.match(/^<details>/gm)?.length ?? 0;
    expect(markdown.match(/^<\/details>/gm)?.length ?? 0).toBe(opened);
    for (const { role } of session.messages.values())
      if (role === "agent") expect(markdown).toContain("## Agent");
  }
});
