import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createAcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { showToolCalls } from "./dom.js";

const folder = import.meta.dirname;

const call = (toolCallId: string, title: string) => ({
  sessionId: "s1",
  update: { sessionUpdate: "tool_call", toolCallId, title, status: "pending" },
});

describe("the example without a framework", () => {
  it("is in the documentation word for word", () => {
    const page = readFileSync(join(folder, "../../without-react.md"), "utf8");
    expect(page).toContain(`\`\`\`ts\n${readFileSync(join(folder, "dom.ts"), "utf8")}\`\`\``);
  });

  it("shows the current value, follows the store, and stops", () => {
    const store = createAcpStore({ scheduler: "sync" });
    store.ingest(call("1", "Read"));
    const select = document.createElement("select");
    const shownTitles = () => [...select.options].map(({ text }) => text);
    const stop = showToolCalls(store, "s1", select);
    expect(shownTitles()).toEqual(["Read"]);

    store.ingest(call("2", "Edit"));
    store.ingest(call("1", "Read again"));
    expect(shownTitles()).toEqual(["Read again", "Edit"]);

    stop();
    store.ingest(call("3", "Run"));
    expect(shownTitles()).toEqual(["Read again", "Edit"]);
  });
});
