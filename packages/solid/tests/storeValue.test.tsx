import {
  AcpSessionProvider,
  AcpStoreProvider,
  useAllPendingPermissions,
  useStoreValue,
} from "@acp-store/solid";
import { render } from "@solidjs/testing-library";
import { createSignal, For } from "solid-js";
import { describe, expect, it } from "vitest";
import { countedFleet, keysOf } from "../../fleet/tests/support/countedFleet.js";

function Inbox(props: { readonly fleet: ReturnType<typeof countedFleet>["fleet"] }) {
  const keys = useStoreValue(() => props.fleet.overview, keysOf);
  const waiting = useStoreValue(
    () => props.fleet.overview,
    ({ counts }) => counts.waiting,
  );
  return <p>{`${keys().join()} (${waiting()})`}</p>;
}

function Permissions() {
  const permissions = useAllPendingPermissions();
  return <For each={permissions()}>{({ displayTitle }) => <p>{displayTitle}</p>}</For>;
}

describe("useStoreValue", () => {
  it("follows the inbox of a fleet until the owner is disposed", async () => {
    const { fleet, ask, countListeners } = countedFleet();
    const { getByText, unmount } = render(() => <Inbox fleet={fleet} />);
    ask("b");
    await Promise.resolve();
    ask("a");
    await Promise.resolve();
    expect(getByText("b/s1,a/s1 (2)")).toBeDefined();
    expect(countListeners()).toBe(2);
    unmount();
    expect(countListeners()).toBe(0);
  });

  it("shows a session of the fleet with the existing functions", () => {
    const { ask, store } = countedFleet();
    const { getByText } = render(() => (
      <AcpStoreProvider store={store("b")}>
        <AcpSessionProvider sessionId="s1">
          <Permissions />
        </AcpSessionProvider>
      </AcpStoreProvider>
    ));
    ask("b", "Delete the file");
    expect(getByText("Delete the file")).toBeDefined();
  });

  it("reads another store and selects another value when a signal changes", () => {
    const first = countedFleet();
    const second = countedFleet();
    second.ask("a");
    const [current, setCurrent] = createSignal(first);
    const [agentId, setAgentId] = createSignal("a");
    function Keys() {
      const keys = useStoreValue(
        () => current().fleet.overview,
        (state) => keysOf(state).filter((key) => key.startsWith(agentId())),
      );
      return <p>Rows: {keys().join()}</p>;
    }
    const { getByText } = render(() => <Keys />);
    expect(getByText("Rows:")).toBeDefined();
    setCurrent(second);
    expect(getByText("Rows: a/s1")).toBeDefined();
    expect([first.countListeners(), second.countListeners()]).toEqual([0, 1]);
    setAgentId("b");
    expect(getByText("Rows:")).toBeDefined();
  });
});
