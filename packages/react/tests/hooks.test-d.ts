import type {
  ActiveLocation,
  AgentState,
  AvailableCommand,
  ChangedFile,
  ConfigOption,
  Connection,
  ElicitationResponse,
  Message,
  Notice,
  Plan,
  PlanProgress,
  Session,
  SessionAttention,
  SessionModes,
  Terminal,
  ToolCall,
  Usage,
} from "@acp-store/core";
import {
  type PendingElicitation,
  type PendingPermission,
  type PromptQueue,
  useActiveLocation,
  useAgent,
  useAllPendingElicitations,
  useAttention,
  useChangedFiles,
  useCommands,
  useConfigOptions,
  useConnection,
  useMessage,
  useModes,
  useNotices,
  usePendingElicitations,
  usePendingPermissions,
  usePlanProgress,
  usePlans,
  useQueue,
  useSession,
  useSessions,
  useTerminal,
  useToolCall,
  useUsage,
} from "@acp-store/react";
import { expectTypeOf, it } from "vitest";

it("infers what a selector picks", () => {
  expectTypeOf(() => useToolCall("a")).returns.toEqualTypeOf<ToolCall | undefined>();
  expectTypeOf(() => useToolCall("a", { sessionId: "s" })).returns.toEqualTypeOf<
    ToolCall | undefined
  >();
  expectTypeOf(() =>
    useToolCall("a", (call) => call?.content.length ?? 0),
  ).returns.toEqualTypeOf<number>();
  expectTypeOf(() => useMessage("m", (message) => message?.role)).returns.toEqualTypeOf<
    Message["role"] | undefined
  >();
  expectTypeOf(() => useSession()).returns.toEqualTypeOf<Session | undefined>();
  expectTypeOf(() =>
    useSession((session) => session?.activity === "idle"),
  ).returns.toEqualTypeOf<boolean>();
  expectTypeOf(() => useTerminal("t", (item) => item?.output)).returns.toEqualTypeOf<
    string | undefined
  >();
  expectTypeOf(() => useUsage((usage) => usage?.used ?? 0)).returns.toEqualTypeOf<number>();
  expectTypeOf(() => useCommands((all) => all.map(({ name }) => name))).returns.toEqualTypeOf<
    string[]
  >();
  expectTypeOf(() => useConfigOptions((all) => all.at(0)?.id)).returns.toEqualTypeOf<
    string | undefined
  >();
  expectTypeOf(() => useAttention((all) => all.length)).returns.toEqualTypeOf<number>();
  expectTypeOf(() => useAgent((agent) => agent.info?.name)).returns.toEqualTypeOf<
    string | undefined
  >();
  expectTypeOf(() => useConnection((connection) => connection?.retryAt)).returns.toEqualTypeOf<
    number | undefined
  >();
  expectTypeOf(() => useSessions((session) => session.cwd)).returns.toEqualTypeOf<
    readonly (string | undefined)[]
  >();
});

it("gives all without a selector, and lists that cannot be written", () => {
  expectTypeOf(() => useUsage()).returns.toEqualTypeOf<Usage | undefined>();
  expectTypeOf(() => useModes()).returns.toEqualTypeOf<SessionModes | undefined>();
  expectTypeOf(() => useTerminal("t")).returns.toEqualTypeOf<Terminal | undefined>();
  expectTypeOf(() => useCommands()).returns.toEqualTypeOf<readonly AvailableCommand[]>();
  expectTypeOf(() => useConfigOptions()).returns.toEqualTypeOf<readonly ConfigOption[]>();
  expectTypeOf(() => useNotices()).returns.toEqualTypeOf<readonly Notice[]>();
  expectTypeOf(() => usePlans()).returns.toEqualTypeOf<readonly Plan[]>();
  expectTypeOf(() => usePlanProgress()).returns.toEqualTypeOf<PlanProgress | undefined>();
  expectTypeOf(() => useSessions()).returns.toEqualTypeOf<readonly Session[]>();
  expectTypeOf(() => useChangedFiles()).returns.toEqualTypeOf<readonly ChangedFile[]>();
  expectTypeOf(() => useActiveLocation()).returns.toEqualTypeOf<ActiveLocation | undefined>();
  expectTypeOf(() => useAttention()).returns.toEqualTypeOf<readonly SessionAttention[]>();
  expectTypeOf(() => useAgent()).returns.toEqualTypeOf<AgentState>();
  expectTypeOf(() => useConnection()).returns.toEqualTypeOf<Connection | undefined>();
  expectTypeOf(() => useQueue()).returns.toEqualTypeOf<PromptQueue>();
});

it("takes a session where it reads one, and a comparison beside a selector", () => {
  const sessionId = "s";
  expectTypeOf(() => useUsage({ sessionId })).returns.toEqualTypeOf<Usage | undefined>();
  expectTypeOf(() => usePlanProgress(undefined, { sessionId })).returns.toEqualTypeOf<
    PlanProgress | undefined
  >();
  expectTypeOf(() =>
    useToolCall("a", (call) => call?.locations ?? [], { compare: (a, b) => a.length === b.length }),
  ).returns.toEqualTypeOf<ToolCall["locations"]>();
  expectTypeOf(() =>
    useCommands((all) => all.slice(0, 3), { sessionId, compare: (a, b) => a.length === b.length }),
  ).returns.toEqualTypeOf<AvailableCommand[]>();
  // @ts-expect-error it reads all sessions
  expectTypeOf(() => useAttention((all) => all.length, { sessionId })).returns.toBeNumber();
  expectTypeOf(() => useQueue({ sessionId })).returns.toEqualTypeOf<PromptQueue>();
  // @ts-expect-error it reads no session
  expectTypeOf(() => useAgent({ sessionId })).returns.toBeObject();
});

it("gives each pending request its respond", () => {
  expectTypeOf(() => usePendingPermissions()).returns.toEqualTypeOf<readonly PendingPermission[]>();
  expectTypeOf<PendingPermission["respond"]>().toEqualTypeOf<(optionId: string) => void>();
  expectTypeOf(() => usePendingElicitations()).returns.toEqualTypeOf<
    readonly PendingElicitation[]
  >();
  expectTypeOf(useAllPendingElicitations).returns.toEqualTypeOf<readonly PendingElicitation[]>();
  expectTypeOf<PendingElicitation["respond"]>().toEqualTypeOf<
    (answer: ElicitationResponse) => void
  >();
});
