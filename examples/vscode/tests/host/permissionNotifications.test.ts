import {
  type AcpStore,
  createAcpStore,
  type Permission,
  type PermissionResponse,
} from "@acp-store/core";
import { expect, it } from "vitest";
import { notifyOfPermissions, type OptionItem } from "../../src/host/permissionNotifications.js";

interface Shown {
  readonly message: string;
  readonly items: readonly OptionItem[];
  readonly choose: (item: OptionItem | undefined) => void;
}

/** Opens a session with a pending permission request, and collects the notifications. */
function requestPermission(isWanted = true, agentName?: string) {
  const store = createAcpStore({ scheduler: "sync" });
  const shown: Shown[] = [];
  const changes: Permission[] = [];
  notifyOfPermissions(store, {
    show: (message, ...items) => new Promise((choose) => shown.push({ message, items, choose })),
    isWanted: () => isWanted,
    agentName,
    showChanges: async (permission) => void changes.push(permission),
  });
  store.openSession({ sessionId: "s1" });
  store.startTurn("s1", [{ type: "text", text: "Edit" }]);
  const answer = askToEdit(store, "a.txt");
  return { store, shown, changes, answer, permissionId: findPermissionId(store) };
}

function askToEdit(
  store: AcpStore,
  file: string,
  toolCall: Readonly<Record<string, unknown>> = {},
): Promise<PermissionResponse> {
  return store.requestPermission({
    sessionId: "s1",
    toolCall: { toolCallId: file, title: `Edit ${file}`, ...toolCall },
    options: [
      { optionId: "yes", name: "Allow", kind: "allow_once" },
      { optionId: "no", name: "Reject", kind: "reject_once" },
    ],
  });
}

function findPermissionId(store: AcpStore): string {
  const [id = ""] = store.getState().sessions.get("s1")?.pendingPermissions ?? [];
  return id;
}

it("answers the request with the option whose button the user clicks", async () => {
  const { shown, answer } = requestPermission();
  expect(shown).toMatchObject([
    { message: "Edit a.txt", items: [{ title: "Allow" }, { title: "Reject" }] },
  ]);
  shown[0]?.choose(shown[0].items[1]);
  expect(await answer).toMatchObject({ outcome: { optionId: "no" } });
  expect(shown).toHaveLength(1);
});

it("names the agent if there are several", () => {
  expect(requestPermission(true, "Gemini").shown[0]?.message).toBe("Gemini: Edit a.txt");
});

it("shows each request once", () => {
  const { store, shown } = requestPermission();
  void askToEdit(store, "b.txt");
  expect(shown.map(({ message }) => message)).toEqual(["Edit a.txt", "Edit b.txt"]);
});

it("tells the user the answer of the panel after a late click", async () => {
  const { store, shown, permissionId, answer } = requestPermission();
  store.respondToPermission(permissionId, "no");
  shown[0]?.choose(shown[0].items[0]);
  expect(await answer).toMatchObject({ outcome: { optionId: "no" } });
  await expect
    .poll(() => shown[1]?.message)
    .toBe("This request was already answered in the panel: Reject");
});

it("tells the user that a cancelled request is no longer open after a late click", async () => {
  const { store, shown, answer } = requestPermission();
  store.cancelTurn("s1");
  shown[0]?.choose(shown[0].items[0]);
  expect(await answer).toMatchObject({ outcome: { outcome: "cancelled" } });
  await expect.poll(() => shown[1]?.message).toBe("This request is no longer open.");
});

it("tells the user that the request of a closed session is no longer open after a late click", async () => {
  const { store, shown } = requestPermission();
  store.closeSession("s1");
  shown[0]?.choose(shown[0].items[0]);
  await expect.poll(() => shown[1]?.message).toBe("This request is no longer open.");
});

it("shows the command of a request whose title does not have it", () => {
  const { store, shown } = requestPermission();
  const rawInput = { command: "rm", args: ["-r", "dist"] };
  void askToEdit(store, "c1", { title: "Run a command", rawInput });
  void askToEdit(store, "c2", { title: "Run `rm -r dist`", rawInput });
  void askToEdit(store, "c3", { title: "Run", rawInput: { command: `echo ${"x".repeat(500)}` } });
  expect(shown.slice(1, 3).map(({ message }) => message)).toEqual([
    "Run a command · rm -r dist",
    "Run `rm -r dist`",
  ]);
  expect(shown[3]?.message).toHaveLength("Run · ".length + 201);
});

it("shows the files that a request would change, and their difference on request", async () => {
  const { store, shown, changes } = requestPermission();
  const diff = (path: string) => ({ type: "diff", path, oldText: "a\nb\n", newText: "a\n" });
  const answer = askToEdit(store, "d1", { title: "Clean up", content: [diff("/p/a.ts")] });
  void askToEdit(store, "d2", { content: ["/p/1", "/p/2", "/p/3"].map(diff) });
  expect(shown.slice(1).map(({ message }) => message)).toEqual([
    "Clean up · /p/a.ts +0 −1",
    "Edit d2 · 3 files",
  ]);
  expect(shown[1]?.items.map(({ title }) => title)).toEqual(["Allow", "Reject", "Show Changes"]);
  shown[1]?.choose(shown[1].items[2]);
  await expect.poll(() => changes.map(({ toolCallId }) => toolCallId)).toEqual(["d1"]);
  // The click has closed the notification, and the request still needs an answer.
  await expect.poll(() => shown[3]?.message).toBe(shown[1]?.message);
  shown[3]?.choose(shown[3].items[0]);
  expect(await answer).toMatchObject({ outcome: { optionId: "yes" } });
  expect(shown).toHaveLength(4);
});

it("shows no notification if none is wanted", () => {
  expect(requestPermission(false).shown).toEqual([]);
});
