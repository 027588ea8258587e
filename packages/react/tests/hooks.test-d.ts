import type {
  ActiveLocation,
  AgentState,
  AvailableCommand,
  CatalogEntry,
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
  SessionModels,
  SessionModes,
  SettingPicker,
  Terminal,
  ToolCall,
  Usage,
} from "@acp-store/core";
import {
  type Auth,
  type PendingElicitation,
  type PendingPermission,
  type PromptQueue,
  useActiveLocation,
  useAgent,
  useAllPendingElicitations,
  useAttention,
  useAuth,
  useChangedFiles,
  useCommands,
  useConfigOptions,
  useConnection,
  useMessage,
  useModelPicker,
  useModels,
  useModes,
  useNotices,
  usePendingElicitations,
  usePendingPermissions,
  usePlanProgress,
  usePlans,
  useQueue,
  useSession,
  useSessionCatalog,
  useSessions,
  useTerminal,
  useToolCall,
  useToolCalls,
  useUsage,
} from "@acp-store/react";
import { expectTypeOf, it } from "vitest";

it("infers the type of the selected value", () => {
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
  expectTypeOf(() =>
    useToolCalls(
      ({ kind }) => kind === "edit",
      (calls) => calls.length,
    ),
  ).returns.toEqualTypeOf<number>();
  expectTypeOf(() => useAttention((all) => all.length)).returns.toEqualTypeOf<number>();
  expectTypeOf(() => useAgent((agent) => agent.info?.name)).returns.toEqualTypeOf<
    string | undefined
  >();
  expectTypeOf(() => useConnection((connection) => connection?.retryAt)).returns.toEqualTypeOf<
    number | undefined
  >();
  expectTypeOf(() => useSessions((all) => all.map(({ cwd }) => cwd))).returns.toEqualTypeOf<
    (string | undefined)[]
  >();
});

it("returns readonly values without a selector", () => {
  expectTypeOf(() => useUsage()).returns.toEqualTypeOf<Usage | undefined>();
  expectTypeOf(() => useModes()).returns.toEqualTypeOf<SessionModes | undefined>();
  expectTypeOf(() => useModels()).returns.toEqualTypeOf<SessionModels | undefined>();
  expectTypeOf(() => useModelPicker()).returns.toEqualTypeOf<SettingPicker | undefined>();
  expectTypeOf(() => useSessionCatalog()).returns.toEqualTypeOf<readonly CatalogEntry[]>();
  expectTypeOf(() => useAuth()).returns.toEqualTypeOf<Auth>();
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

it("accepts a session, a selector and an equality function as options", () => {
  const sessionId = "s";
  expectTypeOf(() => useUsage({ sessionId })).returns.toEqualTypeOf<Usage | undefined>();
  expectTypeOf(() => usePlanProgress(undefined, { sessionId })).returns.toEqualTypeOf<
    PlanProgress | undefined
  >();
  expectTypeOf(() =>
    useToolCall("a", {
      select: (call) => call?.locations ?? [],
      equalityFn: (a, b) => a.length === b.length,
    }),
  ).returns.toEqualTypeOf<ToolCall["locations"]>();
  expectTypeOf(() =>
    useCommands({
      select: (all) => all.slice(0, 3),
      sessionId,
      equalityFn: (a, b) => a.length === b.length,
    }),
  ).returns.toEqualTypeOf<AvailableCommand[]>();
  // @ts-expect-error it reads all sessions
  expectTypeOf(() => useAttention({ select: (all) => all.length, sessionId })).returns.toBeNumber();
  expectTypeOf(() => useQueue({ sessionId })).returns.toEqualTypeOf<PromptQueue>();
  // @ts-expect-error it reads no session
  expectTypeOf(() => useAgent({ sessionId })).returns.toBeObject();
});

it("narrows the sign-in state by its status", () => {
  const errorOf = (auth: Auth) => (auth.status === "failed" ? auth.error.message : undefined);
  expectTypeOf(errorOf).returns.toEqualTypeOf<string | undefined>();
  const methodOf = (auth: Auth) => (auth.status === "in_progress" ? auth.methodId : undefined);
  expectTypeOf(methodOf).returns.toEqualTypeOf<string | undefined>();
  expectTypeOf(() => useAuth((auth) => auth.methods.length)).returns.toEqualTypeOf<number>();
  expectTypeOf(() =>
    useSessionCatalog({ query: "a" }, (all) => all.filter(({ unread }) => unread).length),
  ).returns.toEqualTypeOf<number>();
});

it("adds respond to each pending request", () => {
  expectTypeOf(() => usePendingPermissions()).returns.toEqualTypeOf<readonly PendingPermission[]>();
  expectTypeOf<PendingPermission["respond"]>().toEqualTypeOf<(optionId: string) => void>();
  expectTypeOf(() => usePendingElicitations()).returns.toEqualTypeOf<
    readonly PendingElicitation[]
  >();
  expectTypeOf(() => useAllPendingElicitations()).returns.toEqualTypeOf<
    readonly PendingElicitation[]
  >();
  expectTypeOf<PendingElicitation["respond"]>().toEqualTypeOf<
    (answer: ElicitationResponse) => void
  >();
});
