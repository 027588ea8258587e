import { createReadSource } from "@acp-store/core/reads";
import * as functions from "@acp-store/solid";
import type { Accessor } from "solid-js";
import { describe, expect, it } from "vitest";
import {
  createFilledStore,
  READ_CASES,
  READ_NAMES,
  type ReadName,
} from "../../core/tests/support/readCases.js";
import { callInside } from "./support.jsx";

/** The function of each read, called the way a panel does. */
const FUNCTIONS: Readonly<Record<ReadName, () => Accessor<unknown>>> = {
  acpStateRead: () => functions.useAcpState((state) => state.sessions.get("s1")?.toolCalls),
  activeLocationRead: () => functions.useActiveLocation(),
  agentRead: () => functions.useAgent(),
  applicationRowRead: () => functions.useApplicationRow("row"),
  attentionRead: () => functions.useAttention(),
  authRead: () => functions.useAuth(),
  changedFilesRead: () => functions.useChangedFiles(),
  commandsRead: () => functions.useCommands(),
  compactionRead: () => functions.useCompaction("k"),
  configOptionsRead: () => functions.useConfigOptions(),
  connectionRead: () => functions.useConnection(),
  messageRead: () => functions.useMessage("agent:m"),
  messageRunRead: () => functions.useMessageRun("agent:m", 0),
  modelPickerRead: () => functions.useModelPicker(),
  modelsRead: () => functions.useModels(),
  modePickerRead: () => functions.useModePicker(),
  modesRead: () => functions.useModes(),
  nestedTimelineRead: () => functions.useNestedTimeline(),
  noticesRead: () => functions.useNotices(),
  pendingElicitationsRead: () => functions.usePendingElicitations(),
  pendingPermissionsRead: () => functions.usePendingPermissions(),
  permissionRead: () => functions.usePermission("permission-t-1"),
  planProgressRead: () => functions.usePlanProgress(),
  planRead: () => functions.usePlan("p"),
  plansRead: () => functions.usePlans(),
  queueRead: () => functions.useQueue(),
  sessionCatalogRead: () => functions.useSessionCatalog(),
  sessionIdsRead: () => functions.useSessionIds(),
  sessionMessageRead: () => functions.useSessionMessage("sm"),
  sessionRead: () => functions.useSession(),
  sessionsRead: () => functions.useSessions(),
  subagentRead: () => functions.useSubagent("child"),
  terminalRead: () => functions.useTerminal("t1"),
  timelineRead: () => functions.useTimeline(),
  toolCallIdsRead: () => functions.useToolCallIds(),
  toolCallRead: () => functions.useToolCall("c1"),
  toolCallsRead: () => functions.useToolCalls(),
  turnRead: () => functions.useTurn(),
  usageRead: () => functions.useUsage(),
};

/** Functions that read all sessions. Without a session, the read is the same. */
const ALL_SESSIONS = ["useAllPendingElicitations", "useAllPendingPermissions"];
/** Functions that read something else than the state. */
const OTHERS = ["useAcpStore", "useAcpView", "useDraft", "usePersistence", "useRead"];

const nameOf = (read: ReadName): string =>
  `use${read.charAt(0).toUpperCase()}${read.slice(1, -"Read".length)}`;

it("has a function for every read", () => {
  const all = Object.keys(functions).filter((name) => name.startsWith("use"));
  const expected = READ_NAMES.map(nameOf);
  expect(all.toSorted()).toEqual([...expected, ...ALL_SESSIONS, ...OTHERS].toSorted());
});

describe.each(READ_NAMES)("the function of %s", (name) => {
  const { read, change } = READ_CASES[name];

  it("follows the read", () => {
    const { store, result } = callInside(FUNCTIONS[name]);
    const before = result();
    expect(before).toEqual(createReadSource(store, read).get());
    change(store);
    expect(result()).toEqual(createReadSource(store, read).get());
    expect(result()).not.toEqual(before);
  });

  it("stops when its owner is disposed", () => {
    const { store, result, countListeners, dispose } = callInside(FUNCTIONS[name]);
    expect(countListeners()).toBeGreaterThan(0);
    const before = result();
    dispose();
    expect(countListeners()).toBe(0);
    change(store);
    expect(result()).toBe(before);
  });
});

describe.each([
  ["useAllPendingPermissions", functions.useAllPendingPermissions, "pendingPermissionsRead"],
  ["useAllPendingElicitations", functions.useAllPendingElicitations, "pendingElicitationsRead"],
] as const)("%s", (_name, run, read) => {
  it("returns the requests of all sessions", () => {
    const { store, result } = callInside<Accessor<readonly object[]>>(run);
    READ_CASES[read].change(store);
    expect(result()).toMatchObject([{ sessionId: "s1", status: "pending" }]);
  });
});

it("reads the session of its options", () => {
  const store = createFilledStore();
  store.ingest({ sessionId: "s2", update: { sessionUpdate: "usage_update", used: 1, size: 10 } });
  const { result } = callInside(() => functions.useUsage({ sessionId: "s2" }), store);
  expect(result()).toEqual({ used: 1, size: 10 });
});
