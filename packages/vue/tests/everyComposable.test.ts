import { createReadSource } from "@acp-store/core/reads";
import * as composables from "@acp-store/vue";
import { describe, expect, it } from "vitest";
import {
  createFilledStore,
  READ_CASES,
  type ReadName,
} from "../../core/tests/support/readCases.js";
import { compose } from "./support.js";

/** The composable of each read, called the way a panel does. */
const COMPOSABLES: Readonly<Record<ReadName, () => composables.ReadRef<unknown>>> = {
  acpStateRead: () => composables.useAcpState((state) => state.sessions.get("s1")?.toolCalls),
  activeLocationRead: () => composables.useActiveLocation(),
  agentRead: () => composables.useAgent(),
  applicationRowRead: () => composables.useApplicationRow("row"),
  attentionRead: () => composables.useAttention(),
  authRead: () => composables.useAuth(),
  changedFilesRead: () => composables.useChangedFiles(),
  commandsRead: () => composables.useCommands(),
  compactionRead: () => composables.useCompaction("k"),
  configOptionsRead: () => composables.useConfigOptions(),
  connectionRead: () => composables.useConnection(),
  messageRead: () => composables.useMessage("agent:m"),
  messageRunRead: () => composables.useMessageRun("agent:m", 0),
  modelPickerRead: () => composables.useModelPicker(),
  modelsRead: () => composables.useModels(),
  modePickerRead: () => composables.useModePicker(),
  modesRead: () => composables.useModes(),
  nestedTimelineRead: () => composables.useNestedTimeline(),
  noticesRead: () => composables.useNotices(),
  pendingElicitationsRead: () => composables.usePendingElicitations(),
  pendingPermissionsRead: () => composables.usePendingPermissions(),
  permissionRead: () => composables.usePermission("permission-t-1"),
  planProgressRead: () => composables.usePlanProgress(),
  planRead: () => composables.usePlan("p"),
  plansRead: () => composables.usePlans(),
  queueRead: () => composables.useQueue(),
  sessionCatalogRead: () => composables.useSessionCatalog(),
  sessionIdsRead: () => composables.useSessionIds(),
  sessionMessageRead: () => composables.useSessionMessage("sm"),
  sessionRead: () => composables.useSession(),
  sessionsRead: () => composables.useSessions(),
  subagentRead: () => composables.useSubagent("child"),
  terminalRead: () => composables.useTerminal("t1"),
  timelineRead: () => composables.useTimeline(),
  toolCallIdsRead: () => composables.useToolCallIds(),
  toolCallRead: () => composables.useToolCall("c1"),
  toolCallsRead: () => composables.useToolCalls(),
  turnRead: () => composables.useTurn(),
  usageRead: () => composables.useUsage(),
};

/** Composables that read all sessions. Without a session, the read is the same. */
const ALL_SESSIONS = ["useAllPendingElicitations", "useAllPendingPermissions"];
/** Composables that read something else than the state. */
const OTHERS = ["useAcpStore", "useAcpView", "useDraft", "usePersistence", "useRead"];

const nameOf = (read: ReadName): string =>
  `use${read.charAt(0).toUpperCase()}${read.slice(1, -"Read".length)}`;

it("has a composable for every read", () => {
  const all = Object.keys(composables).filter((name) => name.startsWith("use"));
  const expected = Object.keys(COMPOSABLES).map((read) => nameOf(read as ReadName));
  expect(all.toSorted()).toEqual([...expected, ...ALL_SESSIONS, ...OTHERS].toSorted());
});

describe.each(Object.entries(COMPOSABLES))("the composable of %s", (name, run) => {
  const { read, change } = READ_CASES[name as ReadName];

  it("follows the read", () => {
    const { store, result } = compose(run);
    const before = result.value;
    expect(before).toEqual(createReadSource(store, read).get());
    change(store);
    expect(result.value).toEqual(createReadSource(store, read).get());
    expect(result.value).not.toBe(before);
  });

  it("stops when the component is unmounted", () => {
    const { store, result, unmount } = compose(run);
    const before = result.value;
    unmount();
    change(store);
    expect(result.value).toBe(before);
  });
});

describe.each([
  ["useAllPendingPermissions", composables.useAllPendingPermissions, "pendingPermissionsRead"],
  ["useAllPendingElicitations", composables.useAllPendingElicitations, "pendingElicitationsRead"],
] as const)("%s", (_name, run, read) => {
  it("returns the requests of all sessions", () => {
    const { store, result } = compose<composables.ReadRef<readonly object[]>>(run);
    READ_CASES[read].change(store);
    expect(result.value).toMatchObject([{ sessionId: "s1", status: "pending" }]);
  });
});

it("reads the session of its options", () => {
  const store = createFilledStore();
  store.ingest({ sessionId: "s2", update: { sessionUpdate: "usage_update", used: 1, size: 10 } });
  const { result } = compose(() => composables.useUsage({ sessionId: "s2" }), store);
  expect(result.value).toEqual({ used: 1, size: 10 });
});
