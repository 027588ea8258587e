import { injectAllPendingPermissions, injectStoreValue } from "@acp-store/angular";
import { Component, signal } from "@angular/core";
import { TestBed } from "@angular/core/testing";
import { describe, expect, it } from "vitest";
import { countedFleet, keysOf } from "../../fleet/tests/support/countedFleet.js";
import { injectIn, render } from "./support.js";

type TestFleet = ReturnType<typeof countedFleet>["fleet"];

const createInbox = (fleet: TestFleet) =>
  Component({ selector: "test-inbox", template: "{{ keys().join() }} ({{ waiting() }})" })(
    class {
      readonly keys = injectStoreValue(() => fleet.overview, keysOf);
      readonly waiting = injectStoreValue(
        () => fleet.overview,
        ({ counts }) => counts.waiting,
      );
    },
  );

describe("injectStoreValue", () => {
  it("follows the inbox of a fleet until the component is destroyed", async () => {
    const { fleet, ask, countListeners } = countedFleet();
    const fixture = await render(createInbox(fleet), []);
    ask("b");
    await Promise.resolve();
    ask("a");
    await Promise.resolve();
    await fixture.whenStable();
    expect(fixture.nativeElement.textContent).toBe("b/s1,a/s1 (2)");
    expect(countListeners()).toBe(2);
    fixture.destroy();
    expect(countListeners()).toBe(0);
  });

  it("shows a change in a component that is created before the others are notified", async () => {
    const { fleet, ask } = countedFleet();
    const Inbox = createInbox(fleet);
    const first = await render(Inbox, []);
    ask("a");
    const second = TestBed.createComponent(Inbox);
    second.detectChanges();
    expect(second.nativeElement.textContent).toBe("a/s1 (1)");
    await first.whenStable();
    expect(first.nativeElement.textContent).toBe("a/s1 (1)");
  });

  it("shows a session of the fleet with the existing functions", async () => {
    const { ask, store } = countedFleet();
    const { result } = await injectIn(injectAllPendingPermissions, store("b"));
    ask("b", "Delete the file");
    expect(result().map(({ displayTitle }) => displayTitle)).toEqual(["Delete the file"]);
  });

  it("reads another store and selects another value when a signal changes", async () => {
    const first = countedFleet();
    const second = countedFleet();
    second.ask("a");
    const current = signal(first);
    const agentId = signal("a");
    const { result } = await injectIn(() =>
      injectStoreValue(
        () => current().fleet.overview,
        (state) => keysOf(state).filter((key) => key.startsWith(agentId())),
      ),
    );
    expect(result()).toEqual([]);
    current.set(second);
    expect(result()).toEqual(["a/s1"]);
    TestBed.tick();
    expect([first.countListeners(), second.countListeners()]).toEqual([0, 1]);
    agentId.set("b");
    expect(result()).toEqual([]);
  });
});
