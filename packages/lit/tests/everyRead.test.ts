import type { AcpStore } from "@acp-store/core";
import * as reads from "@acp-store/core/reads";
import * as lit from "@acp-store/lit";
import type { LitElement } from "lit";
import { describe, expect, it } from "vitest";
import { createFilledStore, READ_CASES, READ_NAMES } from "../../core/tests/support/readCases.js";
import { control } from "./support.js";

it("exports every read", () => {
  const exported = Object.entries(lit).filter(([name]) => name.endsWith("Read"));
  expect(exported.map(([name]) => name)).toEqual(READ_NAMES);
  expect(reads).toMatchObject(Object.fromEntries(exported));
});

describe.each(READ_NAMES)("a controller of %s", (name) => {
  const { read, change } = READ_CASES[name];
  const createController = (host: LitElement) => new lit.ReadController(host, () => read);

  it("follows the read, and renders its element once", async () => {
    const { store, controller, element, countRenders } = await control(createController);
    const before = controller.value;
    expect(before).toEqual(reads.createReadSource(store, read).get());
    change(store);
    await element.updateComplete;
    expect(controller.value).toEqual(reads.createReadSource(store, read).get());
    expect(controller.value).not.toBe(before);
    expect(countRenders()).toBe(2);
  });

  it("stops when its element is removed", async () => {
    const { store, element, countRenders } = await control(createController);
    element.remove();
    change(store);
    await element.updateComplete;
    expect(countRenders()).toBe(1);
  });
});

describe("a controller of a session", () => {
  const setUsed = (store: AcpStore, sessionId: string, used: number) =>
    store.ingest({ sessionId, update: { sessionUpdate: "usage_update", used, size: 10 } });

  it("reads the session that was provided", async () => {
    const { store, controller, element, countRenders } = await control(
      (host) => new lit.SessionReadController(host, lit.usageRead),
    );
    setUsed(store, "s2", 1);
    setUsed(store, "s1", 2);
    await element.updateComplete;
    expect(controller.value).toEqual({ used: 2, size: 10 });
    expect(countRenders()).toBe(2);
  });

  it("does not render its element for another session", async () => {
    const { store, element, countRenders } = await control(
      (host) => new lit.SessionReadController(host, lit.usageRead),
      createFilledStore(),
    );
    setUsed(store, "s2", 1);
    await element.updateComplete;
    expect(countRenders()).toBe(1);
  });
});
