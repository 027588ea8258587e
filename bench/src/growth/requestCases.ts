import { sink } from "../contestants/contestant.js";
import type { GrowthCase } from "./growthCase.js";
import { CWD, type GrowthStore, openSessions, SESSION, textBlock, times } from "./growthStore.js";

/** Permissions, requests for input, the queue, sessions and the connection. */
export const requestCases: readonly GrowthCase[] = [
  {
    name: "permission asked, while many are pending",
    size: 100,
    prepare: (store) => (index) => askPermission(store, index),
  },
  {
    name: "permission answered, while many are pending",
    size: 100,
    prepare: (store, count) => {
      const ids = askPermissions(store, count);
      return (index) => answerPermission(store, ids[index]);
    },
  },
  {
    name: "permission answered, the newest of many first",
    size: 500,
    prepare: (store, count) => {
      const ids = askPermissions(store, count).toReversed();
      return (index) => answerPermission(store, ids[index]);
    },
  },
  ...(["cancelTurn", "closeSession"] as const).map(
    (method): GrowthCase => ({
      name: `${method} with many pending permissions, per permission`,
      size: 500,
      runs: "for all",
      prepare: (store, count) => {
        store.startTurn(SESSION);
        askPermissions(store, count);
        return () => store[method](SESSION);
      },
    }),
  ),
  {
    name: "permission asked and answered, in each of many sessions",
    size: 500,
    prepare: (store, count) => {
      const sessionIds = openSessions(store, count);
      return (index) => {
        const sessionId = sessionIds[index] ?? "";
        askPermission(store, index, sessionId);
        answerPermission(store, store.read().sessions.get(sessionId)?.pendingPermissions[0]);
      };
    },
  },
  {
    name: "permission on the wire, asked and answered",
    size: 250,
    prepare: (store) => (index) => {
      const params = permissionParamsOf(`call-${index}`);
      store.receive({ id: index, method: "session/request_permission", params });
      const result = { outcome: { outcome: "selected", optionId: "yes" } };
      store.send({ id: index, result });
    },
  },
  {
    name: "request for input, while many are pending",
    size: 100,
    prepare: (store) => (index) => askInput(store, index),
  },
  {
    name: "request for input answered, while many are pending",
    size: 100,
    prepare: (store, count) => {
      times(count, (index) => askInput(store, index));
      const ids = [...store.read().pendingElicitations];
      return (index) => store.respondToElicitation(ids[index] ?? "", { action: "decline" });
    },
  },
  {
    name: "prompt queued, and later taken from the start of the queue",
    size: 500,
    runs: "for all",
    prepare: (store, count) => () => {
      times(count, (index) => store.queuePrompt(SESSION, [textBlock(`Prompt ${index}`)]));
      for (const { id } of store.read().sessions.get(SESSION)?.queue ?? [])
        store.unqueuePrompt(SESSION, id);
    },
  },
  {
    name: "session opened",
    size: 500,
    prepare: (store) => (index) => store.openSession({ sessionId: `session-${index}`, cwd: CWD }),
  },
  {
    name: "session closed",
    size: 500,
    prepare: (store, count) => {
      const sessionIds = openSessions(store, count);
      return (index) => store.closeSession(sessionIds[index] ?? "");
    },
  },
  {
    name: "session closed, each with a request for input",
    size: 500,
    prepare: (store, count) => {
      const sessionIds = openSessions(store, count);
      sessionIds.forEach((sessionId, index) => askInput(store, index, sessionId));
      for (const id of store.read().pendingElicitations)
        store.respondToElicitation(id, { action: "decline" });
      return (index) => store.closeSession(sessionIds[index] ?? "");
    },
  },
  {
    name: "turn cancelled and started, in each of many sessions",
    size: 500,
    prepare: (store, count) => {
      const sessionIds = openSessions(store, count);
      return (index) => {
        const sessionId = sessionIds[index] ?? "";
        store.cancelTurn(sessionId);
        store.endTurn(sessionId, { stopReason: "cancelled" });
        store.startTurn(sessionId);
      };
    },
  },
  {
    name: "connection lost, per session",
    size: 500,
    runs: "for all",
    prepare: (store, count) => {
      openSessions(store, count);
      return () => store.disconnect("The agent exited.");
    },
  },
  {
    name: "session/list, per session in pages of 50",
    size: 500,
    runs: "for all",
    prepare: (store, count) => {
      const pages = Array.from({ length: Math.ceil(count / 50) }, (_, page) =>
        Array.from({ length: 50 }, (_item, index) => ({
          sessionId: `listed-${page * 50 + index}`,
          cwd: CWD,
          title: `Session ${page * 50 + index}`,
          updatedAt: new Date(1_700_000_000_000 + (page * 50 + index) * 60_000).toISOString(),
        })),
      );
      return () => {
        pages.forEach((sessions, page) => {
          const cursor = page === 0 ? {} : { cursor: String(page) };
          const next = page + 1 < pages.length ? { nextCursor: String(page + 1) } : {};
          store.send({ id: page, method: "session/list", params: cursor });
          store.receive({ id: page, result: { sessions, ...next } });
          store.read();
        });
      };
    },
  },
];

function permissionParamsOf(toolCallId: string, sessionId: string = SESSION): object {
  return {
    sessionId,
    toolCall: { toolCallId, title: "Run ls" },
    options: [
      { optionId: "yes", name: "Yes", kind: "allow_once" },
      { optionId: "no", name: "No", kind: "reject_once" },
    ],
  };
}

function askPermission(store: GrowthStore, index: number, sessionId?: string): void {
  sink.state = store.requestPermission(permissionParamsOf(`call-${index}`, sessionId));
  store.read();
}

/** Asks for permissions. Returns their ids. */
function askPermissions(store: GrowthStore, count: number): readonly string[] {
  times(count, (index) => askPermission(store, index));
  return store.read().sessions.get(SESSION)?.pendingPermissions ?? [];
}

function answerPermission(store: GrowthStore, id = ""): void {
  store.respondToPermission(id, "yes");
  store.read();
}

function askInput(store: GrowthStore, index: number, sessionId: string = SESSION): void {
  sink.state = store.requestElicitation({
    sessionId,
    mode: "form",
    message: `Question ${index}`,
    requestedSchema: { type: "object", properties: { name: { type: "string" } } },
  });
  store.read();
}
