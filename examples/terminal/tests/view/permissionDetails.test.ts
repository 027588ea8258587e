import { createAcpStore, selectPendingPermissions } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  formatPermissionDetails,
  formatPermissionTitle,
} from "../../src/view/permissionDetails.js";
import { toPlain } from "../support/plain.js";

const sessionId = "s1";

/** Sends a permission request to a store. Returns the title and the details that are shown. */
function formatRequest(protocolVersion: 1 | 2, params: object, updates: readonly object[] = []) {
  const store = createAcpStore({ protocolVersion });
  store.openSession({ sessionId, cwd: "/w" });
  for (const update of updates) store.ingest({ sessionId, update });
  const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
  void store.requestPermission({ sessionId, options, ...params });
  const state = store.getState();
  const [permission] = selectPendingPermissions(state);
  if (!permission) throw new Error("The request was rejected.");
  return {
    title: toPlain(formatPermissionTitle(state, permission)),
    details: formatPermissionDetails(state, permission).map(toPlain),
  };
}

describe("formatPermissionDetails in version 1", () => {
  it("shows the diff of the requested call", () => {
    const content = [{ type: "diff", path: "/w/a.js", oldText: "one\ntwo\n", newText: "one\n2\n" }];
    expect(formatRequest(1, { toolCall: { toolCallId: "c1", title: "Edit", content } })).toEqual({
      title: "Edit",
      details: ["  a.js", "  @@ line 1", "   one", "  -two", "  +2"],
    });
  });

  it("takes the command from the known call if the request leaves it out", () => {
    const call = { toolCallId: "c1", title: "Run", rawInput: { command: "npm", args: ["test"] } };
    const update = { sessionUpdate: "tool_call", ...call };
    expect(formatRequest(1, { toolCall: { toolCallId: "c1" } }, [update])).toEqual({
      title: "Run",
      details: ["  $ npm test"],
    });
  });

  it("shows the files of a call without content", () => {
    const locations = [{ path: "/w/a.js" }, { path: "/etc/hosts" }];
    const toolCall = { toolCallId: "c1", title: "Read", locations };
    expect(formatRequest(1, { toolCall }).details).toEqual(["  a.js", "  /etc/hosts"]);
  });
});

describe("formatPermissionDetails in version 2", () => {
  it("shows the command with its folder", () => {
    const subject = { type: "command", command: "rm -r \u001b[8mdist", cwd: "/w/app" };
    const params = { title: "Allow?", description: "Cleans up.", subject };
    expect(formatRequest(2, params)).toEqual({
      title: "Allow?",
      details: ["  Cleans up.", "  $ rm -r dist in /w/app"],
    });
  });

  it("shows the title and the patch of the tool call", () => {
    const patch = {
      format: "git_patch",
      text: "--- a/w/a.js\n+++ b/w/a.js\n@@ -1 +1 @@\n-1\n+2\n",
    };
    const content = [{ type: "diff", changes: [{ operation: "modify", path: "/w/a.js" }], patch }];
    const toolCall = { toolCallId: "c1", title: "Edit a.js", content };
    expect(formatRequest(2, { title: "Allow?", subject: { type: "tool_call", toolCall } })).toEqual(
      {
        title: "Edit a.js",
        details: [
          "  modify a.js",
          "  --- a/w/a.js",
          "  +++ b/w/a.js",
          "  @@ -1 +1 @@",
          "  -1",
          "  +2",
        ],
      },
    );
  });

  it("lists the changed files of a diff without a patch", () => {
    const changes = [{ operation: "move", oldPath: "/w/a.js", path: "/w/b.js" }];
    const toolCall = { toolCallId: "c1", title: "Move", content: [{ type: "diff", changes }] };
    const subject = { type: "tool_call", toolCall };
    expect(formatRequest(2, { title: "Move", subject }).details).toEqual(["  move a.js → b.js"]);
  });

  it("says how many lines it leaves out", () => {
    const text = Array.from({ length: 50 }, (_, index) => `line ${index}`).join("\n");
    const content = [{ type: "content", content: { type: "text", text } }];
    const toolCall = { toolCallId: "c1", title: "Plan", content };
    const { details } = formatRequest(2, {
      title: "Plan",
      subject: { type: "tool_call", toolCall },
    });
    expect(details.slice(-2)).toEqual(["  line 39", "  … 10 more lines"]);
  });
});

describe("formatPermissionTitle", () => {
  it("names the subagent that asks", () => {
    const store = createAcpStore();
    store.openSession({ sessionId, cwd: "/w" });
    const update = {
      sessionUpdate: "subagent_update",
      sessionId: "child",
      title: "Explore\u001b[2J",
    };
    store.ingest({ sessionId, update });
    void store.requestPermission({
      sessionId: "child",
      toolCall: { toolCallId: "c1", title: "npm test" },
      options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    });
    const state = store.getState();
    const [permission] = selectPendingPermissions(state);
    const title = permission && toPlain(formatPermissionTitle(state, permission));
    expect(title).toMatch(/^Subagent Explore.*: npm test$/);
    expect(title).not.toContain("\u001b");
  });
});
