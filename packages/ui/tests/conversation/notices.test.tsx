import { type AcpStore, createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { AgentNotice } from "../../src/conversation/AgentNotice.js";
import { useBlocks } from "../../src/conversation/useBlocks.js";
import { Announcer } from "../../src/panel/Announcer.js";

/** Shows the types of the rows, the notices, and the announcements. */
function Rows() {
  const blocks = useBlocks();
  return (
    <>
      <p data-testid="rows">{blocks.map(({ type }) => type).join(" ")}</p>
      {blocks.map((block) =>
        block.type === "notice" ? <AgentNotice key={block.key} ordinal={block.ordinal} /> : null,
      )}
      <Announcer />
    </>
  );
}

function openRows(limit = 100): { store: AcpStore; update: (fields: object) => void } {
  const store = createAcpStore({ scheduler: "sync", limits: { notices: limit } });
  store.openSession({ sessionId: "s1", cwd: "/p" });
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId="s1">
        <Rows />
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  return {
    store,
    update: (fields) => act(() => void store.ingest({ sessionId: "s1", update: fields })),
  };
}

const say = (messageId: string) => ({
  sessionUpdate: "agent_message_chunk",
  messageId,
  content: { type: "text", text: messageId },
});
const notice = (severity: string, title: string, fields: object = {}) => ({
  sessionUpdate: "notice",
  severity,
  title,
  ...fields,
});
const rows = () => screen.getByTestId("rows").textContent;

it("shows notices in the places in which they arrived", () => {
  const { update } = openRows();
  update(notice("info", "Before"));
  update(say("one"));
  update(notice("warning", "Between", { description: "Slow network" }));
  update(say("two"));
  expect(rows()).toBe("notice message notice message");
  expect(screen.getByRole("complementary", { name: "Notice" }).textContent).toBe("Before");
  expect(screen.getByRole("complementary", { name: "Warning" }).textContent).toBe(
    "BetweenSlow network",
  );
});

it("merges repeated notices", () => {
  const { update } = openRows();
  for (let count = 0; count < 3; count++) update(notice("error", "Overloaded"));
  expect(rows()).toBe("notice");
  expect(screen.getByRole("complementary", { name: "Error" }).textContent).toBe(
    "Overloaded3 times",
  );
});

it("announces errors politely", () => {
  const { update } = openRows();
  const announced = () =>
    Array.from(document.querySelectorAll("[aria-live=polite]"), ({ textContent }) => textContent);
  update(notice("warning", "Slow network"));
  expect(announced().join("")).toBe("");
  update(notice("error", "Overloaded"));
  expect(announced().join("")).toBe("Overloaded");
});

it("clips long texts", () => {
  const { update } = openRows();
  update(notice("info", "x".repeat(100_000)));
  const row = screen.getByRole("complementary", { name: "Notice" });
  expect(row.textContent?.length).toBeLessThan(3_000);
  screen.getByRole("button", { name: /Show all/ });
});

it("keeps the rows of the newest notices when older ones are dropped", () => {
  const { update } = openRows(2);
  for (const title of ["a", "b", "c"]) update(notice("info", title));
  const titles = screen.getAllByRole("complementary").map(({ textContent }) => textContent);
  expect(titles).toEqual(["b", "c"]);
});
