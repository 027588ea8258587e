import { sink } from "../contestants/contestant.js";
import type { GrowthCase } from "./growthCase.js";
import { repeat } from "./growthCase.js";
import {
  callUpdateOf,
  createGrowthStore,
  type GrowthStore,
  openSessions,
  OUTGROWS_CACHES,
  permissionParamsOf,
  SESSION,
  textBlock,
} from "./growthStore.js";

/** Permissions, requests for input, the queue, sessions and the connection. */
export const requestCases: readonly GrowthCase[] = [
  {
    name: "permission asked, while many are pending",
    size: 100,
    prepare: (count) => {
      const store = createGrowthStore();
      return repeat((index) => askPermission(store, index), count);
    },
  },
  {
    name: "permission answered, while many are pending",
    size: 100,
    prepare: (count) => {
      const store = createGrowthStore();
      for (let index = 0; index < count; index++) askPermission(store, index);
      const ids = [...(store.read().sessions.get(SESSION)?.pendingPermissions ?? [])];
      return repeat((index) => {
        store.respondToPermission(ids[index] ?? "", "yes");
        store.read();
      }, count);
    },
  },
  {
    name: "permission answered, the newest of many first",
    size: 500,
    prepare: (count) => {
      const store = createGrowthStore();
      for (let index = 0; index < count; index++) askPermission(store, index);
      const ids = store.read().sessions.get(SESSION)?.pendingPermissions.toReversed() ?? [];
      return repeat((index) => {
        store.respondToPermission(ids[index] ?? "", "yes");
        store.read();
      }, count);
    },
  },
  ...(["cancelTurn", "closeSession"] as const).map(
    (method): GrowthCase => ({
      name: `${method} with many pending permissions, per permission`,
      size: 500,
      prepare: (count) => {
        const store = createGrowthStore();
        store.startTurn(SESSION);
        for (let index = 0; index < count; index++) askPermission(store, index);
        return {
          items: count,
          run: () => {
            store[method](SESSION);
            sink.state = store.read();
          },
        };
      },
    }),
  ),
  {
    name: "permission asked and answered, in each of many sessions",
    size: 500,
    prepare: (count) => {
      const store = createGrowthStore();
      const sessionIds = openSessions(store, count);
      return repeat((index) => askAndAnswer(store, index, sessionIds[index] ?? ""), count);
    },
  },
  {
    name: "permission on the wire, asked and answered",
    size: 250,
    prepare: (count) => {
      const store = createGrowthStore();
      return repeat((index) => {
        const params = permissionParamsOf(`call-${index}`);
        store.receive({ id: index, method: "session/request_permission", params });
        const result = { outcome: { outcome: "selected", optionId: "yes" } };
        store.send({ id: index, result });
        store.read();
      }, count);
    },
  },
  {
    name: "request for input, while many are pending",
    size: 100,
    prepare: (count) => {
      const store = createGrowthStore();
      return repeat((index) => askInput(store, index), count);
    },
  },
  {
    name: "request for input answered, while many are pending",
    size: 100,
    prepare: (count) => {
      const store = createGrowthStore();
      for (let index = 0; index < count; index++) askInput(store, index);
      const ids = [...store.read().pendingElicitations];
      return repeat((index) => {
        store.respondToElicitation(ids[index] ?? "", { action: "decline" });
        store.read();
      }, count);
    },
  },
  {
    name: "prompt queued, and later taken from the start of the queue",
    size: 500,
    prepare: (count) => {
      const store = createGrowthStore();
      return {
        items: count,
        run: () => {
          for (let index = 0; index < count; index++)
            store.queuePrompt(SESSION, [textBlock(`Prompt ${index}`)]);
          for (const { id } of store.read().sessions.get(SESSION)?.queue ?? [])
            store.unqueuePrompt(SESSION, id);
        },
      };
    },
  },
  {
    name: "prompt queued and taken from the queue, behind many others",
    size: 50,
    reason: "The queue is searched for the prompt, from its start.",
    prepare: (count) => {
      const store = createGrowthStore();
      for (let index = 0; index < count; index++)
        store.queuePrompt(SESSION, [textBlock(`Prompt ${index}`)]);
      return repeat((index) => {
        const id = store.queuePrompt(SESSION, [textBlock(`Next ${index}`)]);
        store.unqueuePrompt(SESSION, id);
        store.read();
      });
    },
  },
  {
    name: "session opened",
    size: 500,
    prepare: (count) => {
      const store = createGrowthStore();
      return repeat((index) => {
        store.openSession({ sessionId: `session-${index}`, cwd: "/home/user/project" });
        store.read();
      }, count);
    },
  },
  {
    name: "session closed",
    size: 500,
    prepare: (count) => {
      const store = createGrowthStore();
      const sessionIds = openSessions(store, count);
      return repeat((index) => {
        store.closeSession(sessionIds[index] ?? "");
        store.read();
      }, count);
    },
  },
  {
    name: "session closed, each with a request for input",
    size: 500,
    prepare: (count) => {
      const store = createGrowthStore();
      const sessionIds = openSessions(store, count);
      sessionIds.forEach((sessionId, index) => askInput(store, index, sessionId));
      for (const id of store.read().pendingElicitations)
        store.respondToElicitation(id, { action: "decline" });
      return repeat((index) => {
        store.closeSession(sessionIds[index] ?? "");
        store.read();
      }, count);
    },
  },
  {
    name: "update of one of many sessions",
    size: 500,
    reason: OUTGROWS_CACHES,
    prepare: (count) => {
      const store = createGrowthStore();
      const sessionIds = openSessions(store, count);
      return repeat((index) =>
        store.update(
          callUpdateOf("call", { title: `Read file ${index}` }),
          sessionIds[index % count],
        ),
      );
    },
  },
  {
    name: "turn cancelled and started, in each of many sessions",
    size: 500,
    prepare: (count) => {
      const store = createGrowthStore();
      const sessionIds = openSessions(store, count);
      return repeat((index) => {
        const sessionId = sessionIds[index] ?? "";
        store.cancelTurn(sessionId);
        store.endTurn(sessionId, { stopReason: "cancelled" });
        store.startTurn(sessionId);
        store.read();
      }, count);
    },
  },
  {
    name: "connection lost, per session",
    size: 500,
    prepare: (count) => {
      const store = createGrowthStore();
      openSessions(store, count);
      return {
        items: count,
        run: () => {
          store.disconnect("The agent exited.");
          sink.state = store.read();
        },
      };
    },
  },
  {
    name: "session/list, per session in pages of 50",
    size: 500,
    prepare: (count) => {
      const store = createGrowthStore();
      const pages = Array.from({ length: Math.ceil(count / 50) }, (_, page) =>
        Array.from({ length: 50 }, (_item, index) => ({
          sessionId: `listed-${page * 50 + index}`,
          cwd: "/home/user/project",
          title: `Session ${page * 50 + index}`,
          updatedAt: new Date(1_700_000_000_000 + (page * 50 + index) * 60_000).toISOString(),
        })),
      );
      return {
        items: count,
        run: () => {
          pages.forEach((sessions, page) => {
            const cursor = page === 0 ? {} : { cursor: String(page) };
            const next = page + 1 < pages.length ? { nextCursor: String(page + 1) } : {};
            store.send({ id: page, method: "session/list", params: cursor });
            store.receive({ id: page, result: { sessions, ...next } });
            store.read();
          });
        },
      };
    },
  },
];

function askPermission(store: GrowthStore, index: number, sessionId?: string): void {
  sink.state = store.requestPermission(permissionParamsOf(`call-${index}`, sessionId));
  store.read();
}

function askAndAnswer(store: GrowthStore, index: number, sessionId: string): void {
  askPermission(store, index, sessionId);
  const [id = ""] = store.read().sessions.get(sessionId)?.pendingPermissions ?? [];
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
