import { type AcpStore, createAcpStore, type PermissionResponse } from "@acp-store/core";
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
  notifyOfPermissions(
    store,
    (message, ...items) => new Promise((choose) => shown.push({ message, items, choose })),
    () => isWanted,
    agentName,
  );
  store.openSession({ sessionId: "s1" });
  store.startTurn("s1", [{ type: "text", text: "Edit" }]);
  const answer = askToEdit(store, "a.txt");
  return { store, shown, answer, permissionId: findPermissionId(store) };
}

function askToEdit(store: AcpStore, file: string): Promise<PermissionResponse> {
  return store.requestPermission({
    sessionId: "s1",
    toolCall: { toolCallId: file, title: `Edit ${file}` },
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

it("shows no notification if none is wanted", () => {
  expect(requestPermission(false).shown).toEqual([]);
});
