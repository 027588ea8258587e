import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { describe, expect, it } from "vitest";
import { countedFleet } from "../../fleet/tests/support/countedFleet.js";
import FleetInbox from "./components/FleetInbox.svelte";
import PendingCount from "./components/PendingCount.svelte";
import { renderInside } from "./support.svelte.js";

describe("useStoreValue", () => {
  it("follows the inbox of a fleet until the component is unmounted", async () => {
    const { fleet, ask, countListeners } = countedFleet();
    const { getByText, unmount } = render(FleetInbox, { props: { fleet } });
    ask("b");
    await tick();
    ask("a");
    await tick();
    expect(getByText("b/s1,a/s1 (2)")).toBeDefined();
    expect(countListeners()).toBe(2);
    unmount();
    await tick();
    expect(countListeners()).toBe(0);
  });

  it("shows a change in a component that is created before the others are notified", async () => {
    const { fleet, ask } = countedFleet();
    const first = render(FleetInbox, { props: { fleet } });
    await tick();
    ask("a");
    const second = render(FleetInbox, { props: { fleet } });
    expect(second.container.textContent).toBe("a/s1 (1)");
    await tick();
    expect(first.container.textContent).toBe("a/s1 (1)");
  });

  it("shows a session of the fleet with the existing functions", async () => {
    const { ask, store } = countedFleet();
    const { getByText } = renderInside(PendingCount, {}, { view: store("b") });
    ask("b");
    await tick();
    expect(getByText("1 1 .")).toBeDefined();
  });

  it("reads another store and selects another value when the props change", async () => {
    const first = countedFleet();
    const second = countedFleet();
    second.ask("a");
    const { getByText, rerender } = render(FleetInbox, { props: { fleet: first.fleet } });
    expect(getByText("(0)")).toBeDefined();
    await rerender({ fleet: second.fleet });
    expect(getByText("a/s1 (1)")).toBeDefined();
    await tick();
    expect([first.countListeners(), second.countListeners()]).toEqual([0, 2]);
    await rerender({ agentId: "b" });
    expect(getByText("(1)")).toBeDefined();
  });
});
