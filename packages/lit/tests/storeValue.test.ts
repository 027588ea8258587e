import {
  pendingPermissionsRead,
  SessionReadController,
  StoreValueController,
} from "@acp-store/lit";
import { html, LitElement } from "lit";
import { describe, expect, it } from "vitest";
import { countedFleet, keysOf } from "../../fleet/tests/support/countedFleet.js";
import { control, define } from "./support.js";

const Inbox = define(
  class extends LitElement {
    static override properties = { fleet: { attribute: false }, agentId: {} };
    declare fleet: ReturnType<typeof countedFleet>["fleet"];
    declare agentId: string | undefined;
    readonly #keys = new StoreValueController(
      this,
      () => this.fleet.overview,
      (state) => keysOf(state).filter((key) => key.startsWith(this.agentId ?? "")),
    );
    protected override createRenderRoot() {
      return this;
    }
    protected override render() {
      return html`${this.#keys.value.join()}`;
    }
  },
);

async function show({ fleet }: ReturnType<typeof countedFleet>) {
  const inbox = new Inbox();
  inbox.fleet = fleet;
  document.body.append(inbox);
  await inbox.updateComplete;
  return inbox;
}

describe("StoreValueController", () => {
  it("follows the inbox of a fleet until the element is removed", async () => {
    const counted = countedFleet();
    const inbox = await show(counted);
    counted.ask("b");
    await Promise.resolve();
    counted.ask("a");
    await Promise.resolve();
    await inbox.updateComplete;
    expect(inbox.textContent).toBe("b/s1,a/s1");
    expect(counted.countListeners()).toBe(1);
    inbox.remove();
    expect(counted.countListeners()).toBe(0);
  });

  it("shows a session of the fleet with the existing controllers", async () => {
    const { ask, store } = countedFleet();
    const { controller } = await control(
      (host) => new SessionReadController(host, (id) => pendingPermissionsRead(id)),
      store("b"),
    );
    ask("b", "Delete the file");
    expect(controller.value.map(({ displayTitle }) => displayTitle)).toEqual(["Delete the file"]);
  });

  it("reads another store and selects another value when a property changes", async () => {
    const first = countedFleet();
    const second = countedFleet();
    second.ask("a");
    const inbox = await show(first);
    expect(inbox.textContent).toBe("");
    inbox.fleet = second.fleet;
    await inbox.updateComplete;
    expect(inbox.textContent).toBe("a/s1");
    expect([first.countListeners(), second.countListeners()]).toEqual([0, 1]);
    inbox.agentId = "b";
    await inbox.updateComplete;
    expect(inbox.textContent).toBe("");
  });
});
