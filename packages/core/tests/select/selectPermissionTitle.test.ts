import { selectPendingPermissions, selectPermissionTitle } from "@acp-store/core";
import { createReadSource, pendingPermissionsRead } from "@acp-store/core/reads";
import { describe, expect, it } from "vitest";
import { trackedStore } from "../support/trackedStore.js";

const options = [{ optionId: "yes", name: "Allow", kind: "allow_once" }];
const command = { type: "command", command: "rm -r build", cwd: "/work" };

/** A request, the title of its tool call in the session, and the title to show. */
const CASES = [
  {
    name: "the title of the call in the request",
    request: { title: "Remove files?", toolCall: { toolCallId: "c", title: "rm" } },
    expected: "rm",
  },
  {
    name: "the title of the request",
    request: { title: "Remove files?", toolCall: { toolCallId: "c" } },
    expected: "Remove files?",
  },
  {
    name: "the current title of the call",
    request: { toolCall: { toolCallId: "c" } },
    expected: "Bash",
  },
  {
    name: "the current title of the call of a command",
    request: { subject: { ...command, toolCallId: "c" } },
    expected: "Bash",
  },
  { name: "the command", request: { title: "", subject: command }, expected: "rm -r build" },
  {
    name: "the name of the tool",
    request: { toolCall: { toolCallId: "other", title: "", name: "shell" } },
    expected: "shell",
  },
  { name: "nothing", request: { toolCall: { toolCallId: "other" } }, expected: undefined },
];

function storeWithRequest(request: object) {
  const store = trackedStore({ protocolVersion: 2 });
  store.update({ sessionUpdate: "tool_call_update", toolCallId: "c", title: "Bash" });
  void store.requestPermission({ sessionId: "s1", options, ...request });
  return store;
}

describe("selectPermissionTitle", () => {
  it.each(CASES)("returns $name", ({ request, expected }) => {
    const state = storeWithRequest(request).getState();
    const [permission] = selectPendingPermissions(state);
    expect(permission && selectPermissionTitle(state, permission)).toBe(expected);
  });
});

describe("pendingPermissionsRead", () => {
  it("has the title to show, and follows the title of the call", () => {
    const store = storeWithRequest({ toolCall: { toolCallId: "c" } });
    const source = createReadSource(store, pendingPermissionsRead("s1"));
    const titles: unknown[] = [];
    source.subscribe(() => titles.push(source.get()[0]?.displayTitle));
    const before = source.get();
    store.update({ sessionUpdate: "tool_call_update", toolCallId: "c", status: "in_progress" });
    expect(source.get()).toBe(before);
    store.update({ sessionUpdate: "tool_call_update", toolCallId: "c", title: "Delete build" });
    expect([before[0]?.displayTitle, ...titles]).toEqual(["Bash", "Delete build"]);
  });
});
