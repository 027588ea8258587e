import { createReadSource } from "@acp-store/core/reads";
import * as functions from "@acp-store/angular";
import type { Signal } from "@angular/core";
import { describe, expect, it } from "vitest";
import {
  createFilledStore,
  READ_CASES,
  type ReadName,
} from "../../core/tests/support/readCases.js";
import { injectIn } from "./support.js";

/** The function of each read, called the way a panel does. */
const FUNCTIONS: Readonly<Record<ReadName, () => Signal<unknown>>> = {
  acpStateRead: () => functions.injectAcpState((state) => state.sessions.get("s1")?.toolCalls),
  activeLocationRead: () => functions.injectActiveLocation(),
  agentRead: () => functions.injectAgent(),
  applicationRowRead: () => functions.injectApplicationRow("row"),
  attentionRead: () => functions.injectAttention(),
  authRead: () => functions.injectAuth(),
  changedFilesRead: () => functions.injectChangedFiles(),
  commandsRead: () => functions.injectCommands(),
  compactionRead: () => functions.injectCompaction("k"),
  configOptionsRead: () => functions.injectConfigOptions(),
  connectionRead: () => functions.injectConnection(),
  messageRead: () => functions.injectMessage("agent:m"),
  messageRunRead: () => functions.injectMessageRun("agent:m", 0),
  modelPickerRead: () => functions.injectModelPicker(),
  modelsRead: () => functions.injectModels(),
  modePickerRead: () => functions.injectModePicker(),
  modesRead: () => functions.injectModes(),
  nestedTimelineRead: () => functions.injectNestedTimeline(),
  noticesRead: () => functions.injectNotices(),
  pendingElicitationsRead: () => functions.injectPendingElicitations(),
  pendingPermissionsRead: () => functions.injectPendingPermissions(),
  permissionRead: () => functions.injectPermission("permission-t-1"),
  planProgressRead: () => functions.injectPlanProgress(),
  planRead: () => functions.injectPlan("p"),
  plansRead: () => functions.injectPlans(),
  queueRead: () => functions.injectQueue(),
  sessionCatalogRead: () => functions.injectSessionCatalog(),
  sessionIdsRead: () => functions.injectSessionIds(),
  sessionMessageRead: () => functions.injectSessionMessage("sm"),
  sessionRead: () => functions.injectSession(),
  sessionsRead: () => functions.injectSessions(),
  subagentRead: () => functions.injectSubagent("child"),
  terminalRead: () => functions.injectTerminal("t1"),
  timelineRead: () => functions.injectTimeline(),
  toolCallIdsRead: () => functions.injectToolCallIds(),
  toolCallRead: () => functions.injectToolCall("c1"),
  toolCallsRead: () => functions.injectToolCalls(),
  turnRead: () => functions.injectTurn(),
  usageRead: () => functions.injectUsage(),
};

/** Functions that read all sessions. Without a session, the read is the same. */
const ALL_SESSIONS = ["injectAllPendingElicitations", "injectAllPendingPermissions"];
/** Functions that read something else than the state. */
const OTHERS = [
  "injectAcpStore",
  "injectAcpView",
  "injectDraft",
  "injectPersistence",
  "injectRead",
];

const nameOf = (read: ReadName): string =>
  `inject${read.charAt(0).toUpperCase()}${read.slice(1, -"Read".length)}`;

it("has a function for every read", () => {
  const all = Object.keys(functions).filter((name) => name.startsWith("inject"));
  const expected = Object.keys(FUNCTIONS).map((read) => nameOf(read as ReadName));
  expect(all.toSorted()).toEqual([...expected, ...ALL_SESSIONS, ...OTHERS].toSorted());
});

describe.each(Object.entries(FUNCTIONS))("the function of %s", (name, run) => {
  const { read, change } = READ_CASES[name as ReadName];

  it("follows the read", async () => {
    const { store, result } = await injectIn(run);
    const before = result();
    expect(before).toEqual(createReadSource(store, read).get());
    change(store);
    expect(result()).toEqual(createReadSource(store, read).get());
    expect(result()).not.toBe(before);
  });

  it("stops when the component is destroyed", async () => {
    const { store, result, destroy } = await injectIn(run);
    const before = result();
    destroy();
    change(store);
    expect(result()).toBe(before);
  });
});

describe.each([
  ["injectAllPendingPermissions", functions.injectAllPendingPermissions, "pendingPermissionsRead"],
  [
    "injectAllPendingElicitations",
    functions.injectAllPendingElicitations,
    "pendingElicitationsRead",
  ],
] as const)("%s", (_name, run, read) => {
  it("returns the requests of all sessions", async () => {
    const { store, result } = await injectIn<Signal<readonly object[]>>(() => run());
    READ_CASES[read].change(store);
    expect(result()).toMatchObject([{ sessionId: "s1", status: "pending" }]);
  });
});

it("reads the session of its options", async () => {
  const store = createFilledStore();
  store.ingest({ sessionId: "s2", update: { sessionUpdate: "usage_update", used: 1, size: 10 } });
  const { result } = await injectIn(() => functions.injectUsage({ sessionId: "s2" }), store);
  expect(result()).toEqual({ used: 1, size: 10 });
});
