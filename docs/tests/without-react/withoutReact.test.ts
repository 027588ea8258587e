import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type AcpStore, createAcpStore } from "@acp-store/core";
import { afterEach, describe, expect, it } from "vitest";

const folder = import.meta.dirname;
const page = readFileSync(join(folder, "../../without-react.md"), "utf8");
const readExample = (name: string): string => readFileSync(join(folder, name), "utf8");

const call = (toolCallId: string, title: string) => ({
  sessionId: "s1",
  update: { sessionUpdate: "tool_call", toolCallId, title, status: "pending" },
});

/** Shows the tool calls of session "s1" in an element. Returns a function that removes them. */
type Show = (store: AcpStore, element: HTMLElement) => Promise<() => void>;

/** One way to show a store. */
interface Example {
  readonly name: string;
  /** The file, which the page contains word for word. */
  readonly file: string;
  readonly language: string;
  readonly show: Show;
  /** Resolves when the framework has rendered. */
  readonly settled: () => Promise<unknown>;
}

const examples: readonly Example[] = [
  {
    name: "plain DOM",
    file: "dom.ts",
    language: "ts",
    async show(store, element) {
      const { showToolCalls } = await import("./dom.js");
      const select = document.createElement("select");
      element.append(select);
      return showToolCalls(store, "s1", select);
    },
    settled: async () => {},
  },
  {
    name: "Vue",
    file: "vue.ts",
    language: "ts",
    async show(store, element) {
      const { createApp, h } = await import("vue");
      const { useToolCalls } = await import("./vue.js");
      const app = createApp({
        setup() {
          const calls = useToolCalls(store, "s1");
          return () => calls.value.map(({ title }) => h("li", title));
        },
      });
      app.mount(element);
      return () => app.unmount();
    },
    settled: async () => (await import("vue")).nextTick(),
  },
];

/** Creates a store that counts its watchers. */
function createCountingStore() {
  const store = createAcpStore({ scheduler: "sync" });
  let watchers = 0;
  const watch: AcpStore["watch"] = (target, listener) => {
    const stop = store.watch(target, listener);
    watchers += 1;
    return () => {
      watchers -= 1;
      stop();
    };
  };
  return { store: { ...store, watch }, countWatchers: () => watchers };
}

const shownTitles = (element: Element): (string | null)[] =>
  [...element.querySelectorAll("li, option")].map(({ textContent }) => textContent);

afterEach(() => document.body.replaceChildren());

describe.each(examples)("the $name example", ({ file, language, show, settled }) => {
  it("is in the documentation word for word", () => {
    expect(page).toContain(`\`\`\`${language}\n${readExample(file)}\`\`\``);
  });

  it("shows the current value, follows the store, and stops", async () => {
    const { store, countWatchers } = createCountingStore();
    store.ingest(call("1", "Read"));
    const element = document.createElement("div");
    document.body.append(element);
    const remove = await show(store, element);
    await settled();
    expect(shownTitles(element)).toEqual(["Read"]);

    store.ingest(call("2", "Edit"));
    store.ingest(call("1", "Read again"));
    await settled();
    expect(shownTitles(element)).toEqual(["Read again", "Edit"]);
    expect(countWatchers()).toBe(1);
    remove();
    expect(countWatchers()).toBe(0);
  });
});
