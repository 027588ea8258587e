import { createAcpStore } from "@acp-store/core";
import {
  provideAcpSession,
  provideAcpStore,
  useAcpStore,
  useAcpView,
  usePersistence,
  usePendingPermissions,
  useUsage,
} from "@acp-store/vue";
import { render } from "@testing-library/vue";
import { describe, expect, it } from "vitest";
import { createSSRApp, defineComponent, h, nextTick, ref } from "vue";
import { renderToString } from "vue/server-renderer";
import { countListeners } from "../../core/tests/support/countListeners.js";
import { createFilledStore } from "../../core/tests/support/readCases.js";
import { compose, errorOf } from "./support.js";

describe("a missing provider", () => {
  it.each([
    ["a store", () => useAcpView(), "provideAcpStore(store)"],
    ["a persistence", () => usePersistence(), "provideAcpPersistence(persistence)"],
  ])("is reported for %s", (_name, setup, hint) => {
    expect(errorOf(setup)).toMatchObject({ message: expect.stringContaining(hint) });
  });

  it("is reported for a session", () => {
    const { result } = compose(() => {
      let error: unknown;
      const Outside = defineComponent(() => {
        provideAcpStore(createAcpStore());
        return () => h(Inside);
      });
      const Inside = defineComponent(() => {
        error = errorFrom(() => useUsage());
        return () => null;
      });
      render(Outside);
      return error;
    });
    expect(result).toMatchObject({
      message: expect.stringContaining("provideAcpSession(sessionId)"),
    });
  });
});

function errorFrom(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe("useAcpStore", () => {
  it("returns the store", () => {
    const store = createFilledStore();
    expect(compose(() => useAcpStore(), store).result).toBe(store);
  });

  it("refuses a view that is not the store", () => {
    const { observe: _, ...mirror } = createFilledStore();
    const { result } = compose(() => {
      let error: unknown;
      const Inside = defineComponent(() => {
        error = errorFrom(() => useAcpStore());
        return () => null;
      });
      const Outside = defineComponent(() => {
        provideAcpStore(mirror);
        return () => h(Inside);
      });
      render(Outside);
      return error;
    });
    expect(result).toMatchObject({ message: expect.stringContaining("Use useAcpView") });
  });
});

describe("provideAcpSession", () => {
  it("changes the session of all components inside", async () => {
    const store = createFilledStore();
    const usage = (sessionId: string, used: number) =>
      store.ingest({ sessionId, update: { sessionUpdate: "usage_update", used, size: 10 } });
    usage("s1", 1);
    usage("s2", 2);
    const sessionId = ref<string | undefined>("s1");
    const Inner = defineComponent(() => {
      const used = useUsage();
      return () => h("p", String(used.value?.used));
    });
    const Outer = defineComponent(() => {
      provideAcpStore(store);
      provideAcpSession(sessionId);
      return () => h(Inner);
    });
    const { container } = render(Outer);
    expect(container.textContent).toBe("1");
    sessionId.value = "s2";
    await nextTick();
    expect(container.textContent).toBe("2");
    sessionId.value = undefined;
    await nextTick();
    expect(container.textContent).toBe("undefined");
  });
});

describe("a server", () => {
  it("renders the state, and leaves no listener behind", async () => {
    const { store, count } = countListeners(createFilledStore());
    void store.requestPermission({
      sessionId: "s1",
      toolCall: { toolCallId: "c1", title: "Edit" },
      options: [],
    });
    const App = defineComponent(() => {
      provideAcpStore(store);
      return () => h(Pending);
    });
    const Pending = defineComponent(() => {
      const pending = usePendingPermissions({ sessionId: "s1" });
      return () => h("p", String(pending.value.length));
    });
    expect(await renderToString(createSSRApp(App))).toBe("<p>1</p>");
    expect(count()).toBe(0);
  });
});
