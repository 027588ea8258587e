import type { AcpStore } from "@acp-store/core";
import type { MirrorLink } from "@acp-store/mirror";
import { memoryStorage } from "@acp-store/persist";
import { createReview, memoryFolder } from "@acp-store/review";
import { serveReview } from "@acp-store/review/mirror";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { prefer, violations } from "../../devtools/browser/support/looks.js";
import { agent, button, FOLDER, message, openFleet, send, start } from "./support/fleetPage.js";
import "@acp-store/ui/style.css";

beforeEach(async () => {
  await page.viewport(1360, 860);
  location.hash = "";
});

const dialog = page.getByRole("dialog", { name: "Continue with another agent" });
const record = dialog.getByRole("tabpanel");

/** Opens the dialog from the menu of a session, with the keyboard. */
async function openDialog(title: string): Promise<void> {
  (button(`More actions for ${title}`).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByRole("menuitem", { name: "Continue with another agent…" }))
    .toBeVisible();
  (
    page.getByRole("menuitem", { name: "Continue with another agent…" }).element() as HTMLElement
  ).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(record).toBeVisible();
}

/** Returns the texts of the user's messages in a session, as they were sent. */
function sentTexts(store: AcpStore, sessionId: string): string {
  const { messages } = store.getState().sessions.get(sessionId) ?? {};
  return JSON.stringify([...(messages?.values() ?? [])]);
}

const LINES = Array.from({ length: 30 }, (_, index) => `const line${index} = ${index};\n`);
const CHANGED = LINES.with(5, "const five = 5;\n").with(20, "const twenty = 20;\n").join("");

/** Shows a fleet with a review of the folder of its agents. The agent "a" changes two places of a file. */
async function openReviewedFleet() {
  const folder = memoryFolder({ "a.ts": LINES.join("") });
  const review = await createReview({
    ...{ folders: [FOLDER], files: folder.files, blobs: folder.blobs },
    ...{ snapshots: folder.snapshots, storage: memoryStorage() },
  });
  onTestFinished(() => review.close());
  const handlers = {
    readTextFile: async () => ({ content: "" }),
    writeTextFile: async () => {},
  };
  const writing = agent("a", {
    async onPrompt(turn) {
      const { sessionId } = turn.session;
      const path = `${FOLDER}/a.ts`;
      await turn.request("fs/write_text_file", { sessionId, path, content: CHANGED });
      await turn.say("Done.");
    },
  });
  const opened = await openFleet(
    [writing, agent("b")],
    {},
    {
      connect: (id, store, options) => ({ ...options, ...review.add(store, id, handlers) }),
    },
    {
      reviews: new Map([[FOLDER, (channel: MirrorLink) => serveReview(channel, review)]]),
    },
  );
  return { ...opened, review };
}

describe("continuing a session with another agent", () => {
  it("shows what the agent gets, sends it, and links both sessions", async () => {
    const { get } = await openFleet([agent("a"), agent("b"), agent("c")]);
    await start("A Starts when it is needed").click();
    await send("Fix the total");
    await expect.element(page.getByText("Done.")).toBeVisible();
    const first = location.hash;
    await openDialog("Fix the total");
    await expect.element(dialog.getByRole("textbox")).toHaveValue("Continue this work.");
    await expect.element(record).toHaveTextContent(/Task[^]*Fix the total[^]*Agent:[^]*Done\./);
    await dialog.getByRole("tab", { name: "Text" }).click();
    await expect.element(record).toHaveTextContent("> Fix the total");
    await dialog.getByRole("textbox").fill("Also fix the average");
    await dialog.getByRole("combobox", { name: "Agent" }).selectOptions("C");
    (dialog.getByRole("button", { name: "Start" }).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(location.hash).toMatch(/^#c\//);
    const origin = button(/^Continued from A/);
    await expect.element(origin).toHaveTextContent("Continued from A: Fix the total");
    const sessionId = location.hash.replace("#c/", "");
    expect(sentTexts(get("c").store, sessionId)).toContain("Also fix the average");
    expect(sentTexts(get("c").store, sessionId)).toContain("> Fix the total");
    await origin.click();
    expect(location.hash).toBe(first);
    await button("Continued with C").click();
    expect(location.hash).toBe(`#c/${sessionId}`);
  });

  it("leaves out what the user does not include", async () => {
    await openFleet([
      agent("a", {
        async onPrompt(turn) {
          await turn.plan([{ content: "Look for the bug", priority: "high", status: "completed" }]);
          await turn.edit({ path: "/work/a.ts", oldText: "a", newText: "b" });
          await turn.say("Done.");
        },
      }),
      agent("b"),
    ]);
    await start("A Starts when it is needed").click();
    await send("Go");
    await page
      .getByRole("group", { name: "Edit /work/a.ts" })
      .getByRole("button", { name: "Allow", exact: true })
      .click();
    await expect.element(page.getByText("Done.")).toBeVisible();
    await openDialog("Go");
    await expect.element(record).toHaveTextContent(/Look for the bug[^]*modify[^]*a\.ts/);
    await dialog.getByRole("checkbox", { name: /^Plan/ }).click();
    await dialog.getByRole("checkbox", { name: /^Changed files/ }).click();
    await expect.element(record).not.toHaveTextContent("Look for the bug");
    await expect.element(record).not.toHaveTextContent("modify");
    await expect.element(dialog.getByRole("checkbox", { name: "Plan 0 kB" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("has the open and the rejected changes of the review of the folder", async () => {
    const { get, review } = await openReviewedFleet();
    await start("A Starts when it is needed").click();
    await send("Rename the lines");
    await expect.element(page.getByText("Done.")).toBeVisible();
    await review.flush();
    const [hunk] = review.getState().files.get("a.ts")?.hunks ?? [];
    if (hunk === undefined) throw new Error("The review has no change.");
    await review.reject({ path: "a.ts", hunkId: hunk.hunkId });
    await openDialog("Rename the lines");
    await dialog.getByRole("tab", { name: "Text" }).click();
    await expect
      .element(record)
      .toHaveTextContent(/has not accepted these changes yet:\s*- modify `a\.ts` \(\+1 -1\)/);
    await expect.element(record).toHaveTextContent(/Rejected changes[^]*-const five = 5;/);
    await expect.element(record).not.toHaveTextContent("-const twenty");
    await dialog.getByRole("checkbox", { name: /^Rejected changes/ }).click();
    await expect.element(record).not.toHaveTextContent("-const five");
    await dialog.getByRole("checkbox", { name: /^Rejected changes/ }).click();
    await dialog.getByRole("button", { name: "Start" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    const sent = (): string => sentTexts(get("b").store, location.hash.replace("#b/", ""));
    await expect.poll(sent).toContain("- modify `a.ts` (+1 -1)");
    expect(sent()).toContain("-const five = 5;");
  });

  it("says why the agent does not start, and keeps what the user has written", async () => {
    const lost = agent("lost");
    const source = () => Promise.reject(new Error("The program was not found."));
    await openFleet([agent("a"), { ...lost, definition: { ...lost.definition, source } }]);
    await start("A Starts when it is needed").click();
    await send("Go");
    await expect.element(page.getByText("Done.")).toBeVisible();
    await openDialog("Go");
    await dialog.getByRole("textbox").fill("Mine");
    await dialog.getByRole("button", { name: "Start" }).click();
    await expect
      .element(dialog.getByRole("alert"))
      .toHaveTextContent(/^The session was not started: .*The program was not found\./);
    await expect.element(dialog.getByRole("textbox")).toHaveValue("Mine");
  });

  it("is not offered if there is one agent", async () => {
    await openFleet([agent("a")]);
    await start("A Starts when it is needed").click();
    await send("Go");
    await button("More actions for Go").click();
    await expect.element(page.getByRole("menuitem", { name: "Close" })).toBeVisible();
    const item = page.getByRole("menuitem", { name: "Continue with another agent…" });
    await expect.element(item).not.toBeInTheDocument();
  });

  it.each([
    ["light", 1360],
    ["dark", 1360],
    ["light", 390],
    ["dark", 390],
  ] as const)("fits and is accessible in %s at %i px", async (scheme, width) => {
    await prefer(scheme);
    document.documentElement.style.colorScheme = "light dark";
    const { get } = await openFleet([agent("a"), agent("b")]);
    const { sessionId } = await get("a").connection.newSession({ cwd: FOLDER });
    await get("a").connection.prompt(
      sessionId,
      "Fix the total of an invoice with several currencies",
    );
    await page.viewport(width, 860);
    if (width < 900) await button(/^Sessions/).click();
    await expect.element(button(/^More actions for Fix/)).toBeVisible();
    await openDialog("Fix the total of an invoice with several currencies");
    expect(await violations()).toEqual([]);
    await page.screenshot({ path: `__screenshots__/handoff-${scheme}-${width}.png` });
    const { scrollWidth, clientWidth } = dialog.element();
    expect(scrollWidth).toBe(clientWidth);
    await dialog.getByRole("button", { name: "Start" }).click();
    await expect.element(message).toBeVisible();
    await expect.element(page.getByText("Done.", { exact: true })).toBeVisible();
    await expect.element(button(/^Continued from A/)).toBeVisible();
    expect(await violations()).toEqual([]);
    await page.screenshot({ path: `__screenshots__/continued-${scheme}-${width}.png` });
  });
});
