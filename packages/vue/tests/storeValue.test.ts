import type { AcpView } from "@acp-store/core";
import {
  provideAcpSession,
  provideAcpStore,
  useAllPendingPermissions,
  useStoreValue,
} from "@acp-store/vue";
import { render } from "@testing-library/vue";
import { describe, expect, it } from "vitest";
import { defineComponent, h, nextTick, ref } from "vue";
import { countedFleet, keysOf } from "../../fleet/tests/support/countedFleet.js";

/** Shows the keys of the inbox, and with `view` the permission requests of an agent. */
const Inbox = defineComponent(
  (props: {
    readonly fleet: ReturnType<typeof countedFleet>["fleet"];
    readonly view?: AcpView;
  }) => {
    const keys = useStoreValue(() => props.fleet.overview, keysOf);
    const waiting = useStoreValue(
      () => props.fleet.overview,
      ({ counts }) => counts.waiting,
    );
    return () => [
      h("p", `${keys.value.join()} (${waiting.value})`),
      props.view && h(Permissions, { view: props.view }),
    ];
  },
  { props: ["fleet", "view"] },
);

const Permissions = defineComponent(
  (props: { readonly view: AcpView }) => {
    provideAcpStore(props.view);
    provideAcpSession("s1");
    const permissions = useAllPendingPermissions();
    return () => permissions.value.map(({ displayTitle }) => h("p", displayTitle));
  },
  { props: ["view"] },
);

describe("useStoreValue", () => {
  it("follows the inbox of a fleet until the component is unmounted", async () => {
    const { fleet, ask, countListeners } = countedFleet();
    const { findByText, unmount } = render(Inbox, { props: { fleet } });
    ask("b");
    await findByText("b/s1 (1)");
    ask("a");
    await findByText("b/s1,a/s1 (2)");
    expect(countListeners()).toBe(2);
    unmount();
    expect(countListeners()).toBe(0);
  });

  it("shows a session of the fleet with the existing composables", async () => {
    const { fleet, ask, store } = countedFleet();
    const { getByText } = render(Inbox, { props: { fleet, view: store("b") } });
    ask("b", "Delete the file");
    await nextTick();
    expect(getByText("Delete the file")).toBeDefined();
  });

  it("reads another store and selects another value when a ref changes", async () => {
    const first = countedFleet();
    const second = countedFleet();
    second.ask("a");
    const current = ref(first.fleet);
    const agentId = ref("a");
    const Keys = defineComponent(() => {
      const keys = useStoreValue(
        () => current.value.overview,
        (state) => keysOf(state).filter((key) => key.startsWith(agentId.value)),
      );
      return () => h("p", `Rows: ${keys.value.join()}`);
    });
    const { getByText } = render(Keys);
    expect(getByText("Rows:")).toBeDefined();
    current.value = second.fleet;
    await nextTick();
    expect(getByText("Rows: a/s1")).toBeDefined();
    expect([first.countListeners(), second.countListeners()]).toEqual([0, 1]);
    agentId.value = "b";
    await nextTick();
    expect(getByText("Rows:")).toBeDefined();
  });
});
