import {
  type AcpState,
  type AcpStore,
  createAcpStore,
  isAcpStoreError,
  selectUsageTotals,
  sumUsageTotals,
  type Session,
} from "@acp-store/core";
import { createOverview, type InboxItem, type OverviewState } from "@acp-store/fleet";
import fc from "fast-check";
import { expect, it } from "vitest";

const AGENTS = ["a", "b", "c"];
const SESSIONS = ["s1", "s2", "s3"];

/** Everything that can happen to a store, by name. `n` differs each time. */
const STEPS: Readonly<Record<string, (step: Step) => void>> = {
  open: ({ request, sessionId }) =>
    request("session/new", { cwd: "/w" }, { result: { sessionId } }),
  turn: ({ store, sessionId }) => void store.startTurn(sessionId, [{ type: "text", text: "Go" }]),
  end: ({ store, sessionId }) => store.endTurn(sessionId, { stopReason: "end_turn" }),
  fail: ({ store, sessionId }) =>
    store.endTurn(sessionId, { error: { message: "Overloaded", code: 5 } }),
  chunk: ({ update }) =>
    update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Hi" } }),
  ask: ({ store, sessionId, n }) =>
    ignore(
      store.requestPermission({
        sessionId,
        toolCall: { toolCallId: `call-${n}`, title: "Edit" },
        options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
      }),
    ),
  answer: ({ store, session }) => {
    const id = session?.pendingPermissions[0];
    if (id !== undefined) store.respondToPermission(id, "yes");
  },
  form: ({ store, sessionId, n }) =>
    ignore(
      store.requestElicitation({
        ...(n % 2 === 0 && { sessionId }),
        mode: "form",
        message: "Name?",
        requestedSchema: { type: "object", properties: {} },
      }),
    ),
  decline: ({ store }) => {
    const [id] = store.getState().pendingElicitations;
    if (id !== undefined) store.respondToElicitation(id, { action: "decline" });
  },
  cancel: ({ store, sessionId }) => store.cancelTurn(sessionId),
  read: ({ store, sessionId }) => store.markSessionRead(sessionId),
  close: ({ store, sessionId }) => store.closeSession(sessionId),
  connect: ({ store, request }) => {
    store.connect();
    request("initialize", { protocolVersion: 1 }, { result: { protocolVersion: 1 } });
  },
  lose: ({ store }) => store.disconnect("Lost.", { retry: { attempt: 1, retryIn: 5 } }),
  crash: ({ store, n }) => store.disconnect(n % 2 === 0 ? "Crashed." : undefined),
  park: ({ store }) => store.disconnect("Idle.", { parked: true }),
  cost: ({ update, n }) =>
    update({
      sessionUpdate: "usage_update",
      used: n,
      size: 100,
      cost: { amount: n % 5, currency: "USD" },
    }),
  title: ({ update, n }) => update({ sessionUpdate: "session_info_update", title: `Title ${n}` }),
  list: ({ request, n }) =>
    request(
      "session/list",
      {},
      {
        result: {
          sessions: [
            { sessionId: `listed-${n % 3}`, cwd: "/w", updatedAt: new Date(n).toISOString() },
          ],
        },
      },
    ),
  child: ({ update, other }) => update({ sessionUpdate: "subagent_update", sessionId: other }),
  archive: ({ request, sessionId }) => request("session/archive", { sessionId }, { result: {} }),
  refuse: ({ request }) =>
    request("session/new", { cwd: "/w" }, { error: { code: -32000, message: "Sign in" } }),
};

interface Step {
  readonly store: AcpStore;
  readonly sessionId: string;
  readonly other: string;
  readonly session: Session | undefined;
  readonly n: number;
  readonly request: (method: string, params: object, response: object) => void;
  readonly update: (update: Record<string, unknown>) => void;
}

const ignore = (promise: Promise<unknown>): void => void promise.catch(() => {});

/** The overview, computed from all states as the rules of the inbox say it. */
function computeOverview(states: ReadonlyMap<string, AcpState>): OverviewState {
  const inbox: InboxItem[] = [];
  const sessions: OverviewState["sessions"][number][] = [];
  let working = 0;
  for (const [agentId, state] of states) {
    const open = [...state.sessions.values()].filter(({ closed }) => !closed);
    const isWorking = (id: string): boolean =>
      open.some(({ sessionId, openTurns }) => sessionId === id && openTurns.length > 0);
    working += open.filter(({ openTurns }) => openTurns.length > 0).length;
    const forms = [...state.elicitations.values()].filter(({ status }) => status === "pending");
    const asks = open.flatMap(({ permissions }) =>
      [...permissions.values()].filter(({ status }) => status === "pending"),
    );
    const rootOf = (id: string, seen: readonly string[] = []): string => {
      const parent = state.sessions.get(id)?.parentSessionId;
      if (seen.includes(id) || parent === undefined || !state.sessions.has(parent)) return id;
      return rootOf(parent, [...seen, id]);
    };
    const requestsOf = (root: string | undefined) => {
      const belongs = ({ sessionId }: { readonly sessionId?: string }): boolean =>
        sessionId === undefined
          ? root === undefined
          : open.some((session) => session.sessionId === sessionId) && rootOf(sessionId) === root;
      const permissions = asks.filter(belongs).toSorted((a, b) => a.ordinal - b.ordinal);
      const elicitations = forms.filter(belongs).toSorted((a, b) => a.requestedAt - b.requestedAt);
      const times = [...permissions, ...elicitations].map(({ requestedAt }) => requestedAt);
      return { since: Math.min(...times), permissions, elicitations };
    };
    const waits = (root: string | undefined): boolean => requestsOf(root).since < Infinity;
    for (const sessionId of new Set(open.map((session) => rootOf(session.sessionId))))
      if (waits(sessionId))
        inbox.push({
          kind: "waiting",
          key: `${agentId}/${sessionId}`,
          agentId,
          sessionId,
          ...requestsOf(sessionId),
        });
    const { connection, agent } = state;
    const { auth } = agent;
    const row = { key: agentId, agentId };
    if (
      connection?.status === "ready" &&
      (auth?.status === "required" || auth?.status === "failed")
    )
      inbox.push({ ...row, kind: "sign_in", since: auth.since });
    else if (waits(undefined)) inbox.push({ ...row, kind: "waiting", ...requestsOf(undefined) });
    else if (connection?.status === "closed" && !connection.parked)
      inbox.push({
        ...row,
        kind: "agent_failed",
        since: connection.endedAt ?? 0,
        reason: connection.reason ?? "The connection to the agent was closed.",
      });
    for (const entry of state.catalog.values()) {
      const { sessionId, unread, archived, failure } = entry;
      const reported = entry.updatedAt === undefined ? 0 : Date.parse(entry.updatedAt);
      const lastActivity = Math.max(reported, entry.lastActivityAt ?? 0);
      const session = { key: `${agentId}/${sessionId}`, agentId, sessionId };
      const usages = [...state.sessions.values()].flatMap((each) =>
        rootOf(each.sessionId) === sessionId ? (each.usageTotals ?? []) : [],
      );
      sessions.push({
        ...session,
        entry,
        lastActivity,
        isWorking: isWorking(sessionId),
        ...(usages.length > 0 && { usage: sumUsageTotals(usages) }),
      });
      if (!unread || archived || isWorking(sessionId) || waits(sessionId)) continue;
      const since = lastActivity;
      if (failure === undefined) inbox.push({ ...session, kind: "finished", since });
      else
        inbox.push({
          ...session,
          kind: "failed",
          since,
          ...(failure.error && { error: failure.error }),
        });
    }
  }
  const order = ["sign_in", "waiting", "agent_failed", "failed", "finished"];
  const byKey = (a: { readonly key: string }, b: { readonly key: string }) =>
    a.key < b.key ? -1 : 1;
  inbox.sort((a, b) => {
    const kinds = order.indexOf(a.kind) - order.indexOf(b.kind);
    const age = a.since - b.since;
    return kinds || (order.indexOf(a.kind) < 2 ? age : -age) || byKey(a, b);
  });
  sessions.sort((a, b) => b.lastActivity - a.lastActivity || byKey(a, b));
  const count = (...kinds: readonly string[]): number =>
    inbox.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    inbox,
    sessions,
    usage: Object.fromEntries(
      Array.from(states, ([agentId, state]) => [agentId, selectUsageTotals(state)]),
    ),
    counts: {
      waiting: count("waiting", "sign_in"),
      failed: count("failed", "agent_failed"),
      finished: count("finished"),
      working,
    },
  };
}

/** Checks that the parts of a state that are equal to those of an earlier one are the same objects. */
function expectSharing(before: OverviewState, after: OverviewState): void {
  for (const name of ["inbox", "sessions", "counts", "usage"] as const)
    if (JSON.stringify(before[name]) === JSON.stringify(after[name]))
      expect(after[name]).toBe(before[name]);
  for (const name of ["inbox", "sessions"] as const) {
    const rows = new Map(before[name].map((row) => [row.key, row] as const));
    for (const row of after[name])
      if (JSON.stringify(rows.get(row.key)) === JSON.stringify(row))
        expect(row).toBe(rows.get(row.key));
  }
}

const step = fc.record({
  agentId: fc.constantFrom(...AGENTS),
  sessionId: fc.constantFrom(...SESSIONS),
  other: fc.constantFrom(...SESSIONS),
  name: fc.constantFrom(...Object.keys(STEPS), "add", "remove", "wait"),
});

it("equals the rules of the inbox, applied to all states, after each change", async () => {
  const steps = fc.array(step, { minLength: 20, maxLength: 80, size: "max" });
  const runs = Number(process.env["OVERVIEW_RUNS"] ?? 150);
  await fc.assert(fc.asyncProperty(steps, checkSteps), { numRuns: runs });
});

async function checkSteps(
  steps: readonly (typeof step extends fc.Arbitrary<infer Value> ? Value : never)[],
) {
  let n = 1_000;
  const stores = new Map(
    AGENTS.map((id) => [id, createAcpStore({ now: () => n, scheduler: "microtask" })] as const),
  );
  const overview = createOverview();
  const removals = new Map<string, () => void>();
  for (const { agentId, sessionId, other, name } of steps) {
    n++;
    const store = stores.get(agentId) ?? createAcpStore();
    const before = overview.getState();
    if (name === "add" && !removals.has(agentId))
      removals.set(agentId, overview.add(agentId, store));
    if (name === "remove") {
      removals.get(agentId)?.();
      removals.delete(agentId);
    }
    if (name === "wait") await new Promise((resolve) => setImmediate(resolve));
    const id = n;
    try {
      STEPS[name]?.({
        store,
        sessionId,
        other,
        session: store.getState().sessions.get(sessionId),
        n,
        request: (method, params, response) => {
          store.observe({ dir: "sent", msg: { jsonrpc: "2.0", id, method, params } });
          store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id, ...response } });
        },
        update: (update) => void store.ingest({ sessionId, update }),
      });
    } catch (error) {
      // Such as a turn of a session that does not exist.
      if (!isAcpStoreError(error)) throw error;
    }
    for (const each of stores.values()) each.flush();
    const after = overview.getState();
    const states = [...removals.keys()].map((key) => [key, stores.get(key)?.getState()] as const);
    const known = states.flatMap(([key, state]) =>
      state === undefined ? [] : [[key, state] as const],
    );
    expect(after).toEqual(computeOverview(new Map(known)));
    expectSharing(before, after);
    expect(new Set(after.inbox.map(({ key }) => key)).size).toBe(after.inbox.length);
  }
}
