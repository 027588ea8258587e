import * as hooks from "@acp-store/react";
import { act, render } from "@testing-library/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { call, chunk, countingStore, hook, request, usage, wrapperFor } from "./support.js";

/** Calls each hook of the package the way a panel does. */
const uses = {
  useAcpState: () => hooks.useAcpState((state) => state.agent),
  useActiveLocation: () => hooks.useActiveLocation(),
  useAgent: () => hooks.useAgent(),
  useAllPendingElicitations: () => hooks.useAllPendingElicitations(),
  useAllPendingPermissions: () => hooks.useAllPendingPermissions(),
  useApplicationRow: () => hooks.useApplicationRow("r"),
  useAttention: () => hooks.useAttention(),
  useAuth: () => hooks.useAuth(),
  useChangedFiles: () => hooks.useChangedFiles(),
  useCommands: () => hooks.useCommands(),
  useCompaction: () => hooks.useCompaction("k"),
  useConfigOptions: () => hooks.useConfigOptions(),
  useConnection: () => hooks.useConnection(),
  useDraft: () => hooks.useDraft(),
  useMessage: () => hooks.useMessage("user:m"),
  useMessageRun: () => hooks.useMessageRun("user:m", 0),
  useModePicker: () => hooks.useModePicker(),
  useModelPicker: () => hooks.useModelPicker(),
  useModels: () => hooks.useModels(),
  useModes: () => hooks.useModes(),
  useNestedTimeline: () => hooks.useNestedTimeline(),
  useNotices: () => hooks.useNotices(),
  usePendingElicitations: () => hooks.usePendingElicitations(),
  usePendingPermissions: () => hooks.usePendingPermissions(),
  usePermission: () => hooks.usePermission("1"),
  usePersistence: () => hooks.usePersistence(),
  usePlan: () => hooks.usePlan(),
  usePlanProgress: () => hooks.usePlanProgress(),
  usePlans: () => hooks.usePlans(),
  useQueue: () => hooks.useQueue(),
  useSession: () => hooks.useSession(),
  useSessionCatalog: () => hooks.useSessionCatalog(),
  useSessionIds: () => hooks.useSessionIds(),
  useSessionMessage: () => hooks.useSessionMessage("m"),
  useSessions: () => hooks.useSessions(),
  useSubagent: () => hooks.useSubagent("child"),
  useTerminal: () => hooks.useTerminal("t1"),
  useTimeline: () => hooks.useTimeline(),
  useToolCall: () => hooks.useToolCall("c1"),
  useToolCallIds: () => hooks.useToolCallIds(),
  useToolCalls: () => hooks.useToolCalls(),
  useTurn: () => hooks.useTurn(),
  useUsage: () => hooks.useUsage(),
  useUsageTotals: () => hooks.useUsageTotals(),
} satisfies Partial<Record<keyof typeof hooks, () => unknown>>;

type HookName = keyof typeof uses;

/** Hooks that read everything in a session. */
const everythingHooks: readonly HookName[] = ["useAcpState", "useSession", "useSessions"];
/** Hooks that read several sessions. */
const crossSessionHooks: readonly HookName[] = [
  "useAcpState",
  "useAllPendingPermissions",
  "useAttention",
  "useNestedTimeline",
  "useSessionCatalog",
  "useSessionIds",
  "useSessions",
];

const names = Object.keys(uses) as HookName[];
const without = (others: readonly HookName[]) => names.filter((name) => !others.includes(name));

function filledStore() {
  const store = countingStore();
  store.startTurn("s1", [{ type: "text", text: "Go" }]);
  store.update(chunk("Hel"));
  store.update(call("c1"));
  store.update(usage(1));
  store.update(chunk("Hel"));
  return store;
}

it("lists every hook of the package that reads something", () => {
  const reading = (name: string) =>
    !["useAcpStore", "useAcpView", "useAgentConnection", "useSessionId"].includes(name);
  const all = Object.keys(hooks).filter((name) => name.startsWith("use") && reading(name));
  expect(names).toEqual(all.toSorted());
});

describe("a chunk of a message", () => {
  it.each(without(everythingHooks))("does not notify %s", (name) => {
    const { store } = hook<unknown>(uses[name], filledStore());
    store.takeCalls();
    act(() => store.update(chunk("lo")));
    expect(store.takeCalls()).toBe(0);
  });
});

describe("another session", () => {
  it.each(without(crossSessionHooks))("does not notify %s", (name) => {
    const { store } = hook<unknown>(uses[name], filledStore());
    store.takeCalls();
    act(() => {
      void store.startTurn("s2", [{ type: "text", text: "Go" }]);
      for (const update of [chunk("a"), call("c1"), usage(1)]) store.update(update, "s2");
      void store.requestPermission(request("s2"));
    });
    expect(store.takeCalls()).toBe(0);
  });
});

describe.each(names)("%s", (name) => {
  it("keeps its reference when it renders again", () => {
    const { value, rerender } = hook<unknown>(uses[name], filledStore());
    const before = value();
    rerender();
    expect(value()).toBe(before);
  });

  it("shows the initial state on a server", () => {
    const show = (store: ReturnType<typeof countingStore>) => {
      const Shown = () => <p>{JSON.stringify(uses[name]() ?? null)}</p>;
      return renderToString(createElement(wrapperFor(store), null, createElement(Shown)));
    };
    expect(show(filledStore())).toBe(show(countingStore()));
  });

  it("shows no session like an unknown one", () => {
    const store = filledStore();
    void store.requestPermission(request());
    const Shown = () => <p>{JSON.stringify(uses[name]() ?? null)}</p>;
    const show = (sessionId: string | undefined) =>
      render(
        <hooks.AcpSessionProvider sessionId={sessionId}>
          <Shown />
        </hooks.AcpSessionProvider>,
        { wrapper: wrapperFor(store) },
      ).container.textContent;
    expect(show(undefined)).toBe(show("unknown"));
  });

  it("throws an error with its name without a provider", () => {
    const Used = () => <p>{String(uses[name]())}</p>;
    const message = expect.stringContaining(` ${name} needs a `);
    expect(() => renderToString(<Used />)).toThrow(
      expect.objectContaining({ name: "AcpProviderError", message }),
    );
  });

  it("leaves no listener behind", () => {
    const store = filledStore();
    const Used = () => {
      uses[name]();
      return null;
    };
    const { unmount } = render(<Used />, { wrapper: wrapperFor(store) });
    expect(store.listeners()).toBeGreaterThan(0);
    unmount();
    expect(store.listeners()).toBe(0);
  });
});
