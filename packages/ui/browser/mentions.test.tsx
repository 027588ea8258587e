import type { AcpStore, ContentBlock } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { prefer, violations } from "../../devtools/browser/support/looks.js";
import { fileMentions } from "../src/index.js";
import { IDLE_AGENT, SESSION } from "./support/session.js";
import { showSession } from "./support/showSession.js";

/** Takes a screenshot for people to look at. Nothing is compared. */
const shoot = (name: string): Promise<unknown> =>
  page.screenshot({ path: `__screenshots__/mentions-${name}.png` });

const FOLDERS = ["conversation", "diff", "review", "sessions", "a very long folder"];
const PATHS = [
  ...Array.from({ length: 49_990 }, (_, index) => `src/part${index % 500}/Part${index}.ts`),
  ...FOLDERS.map((folder) => `packages/ui/src/${folder}/use${folder}.ts`),
  "packages/ui/src/composer/useComposer.ts",
  "docs/My notes.md",
];

const field = page.getByRole("textbox", { name: "Message" });
const list = page.getByRole("listbox", { name: "Mentions" });
const chips = page.getByRole("list", { name: "Attachments" });

function initialize(store: AcpStore): void {
  const params = { protocolVersion: 1 };
  const promptCapabilities = { image: true, embeddedContext: true };
  const result = { protocolVersion: 1, agentCapabilities: { promptCapabilities } };
  store.observe({ dir: "sent", msg: { jsonrpc: "2.0", id: 0, method: "initialize", params } });
  store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 0, result } });
  store.openSession({ sessionId: SESSION, cwd: "/project" });
}

/** Shows a session that has changed two files, beside another session. */
async function showMentions(width = 1280) {
  const prompts: (readonly ContentBlock[])[] = [];
  const files = fileMentions({
    list: async () => ({ paths: PATHS }),
    read: async (_, path) => ({ text: `// ${path}\n`.repeat(80) }),
  });
  const { store, update } = await showSession({
    width,
    mentions: [files],
    agent: { ...IDLE_AGENT, prompt: async (_, blocks) => void prompts.push(blocks) },
  });
  initialize(store);
  store.openSession({ sessionId: "other", cwd: "/project" });
  store.startTurn("other", [{ type: "text", text: "Fix the sign-in of the page" }]);
  for (const path of ["src/cart.ts", "src/total.ts"])
    update({
      ...{ sessionUpdate: "tool_call", toolCallId: path, title: path, kind: "edit" },
      ...{ status: "completed" },
      content: [{ type: "diff", path: `/project/${path}`, oldText: "one\n", newText: "two\n" }],
    });
  await field.click();
  return { store, prompts };
}

const paste = async (text: string): Promise<void> => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  field.element().dispatchEvent(event);
};

const undo = (): Promise<void> => userEvent.keyboard("{Control>}z{/Control}");

describe("mentions", () => {
  it("inserts and sends a mention with the keyboard alone", async () => {
    const { prompts } = await showMentions();
    await userEvent.keyboard("Read @useComp");
    await expect.element(list.getByText("useComposer.ts", { exact: true })).toBeVisible();
    const active = document.getElementById(
      field.element().getAttribute("aria-activedescendant") ?? "",
    );
    expect(active?.textContent).toBe("useComposer.tspackages/ui/src/composer");
    await userEvent.keyboard("{Enter}");
    await expect.element(field).toHaveValue("Read @packages/ui/src/composer/useComposer.ts ");
    await expect.element(chips.getByText("useComposer.ts")).toBeVisible();
    await expect.element(list).not.toBeInTheDocument();
    await userEvent.keyboard("and @sign-in");
    await expect.element(list.getByText("Fix the sign-in of the page")).toBeVisible();
    await userEvent.keyboard("{ArrowDown}{ArrowUp}{Tab}now{Enter}");
    await expect.poll(() => prompts.length).toBe(1);
    expect(prompts[0]?.map(({ type }) => type)).toEqual(["text", "resource", "resource"]);
    expect(prompts[0]?.[0]).toMatchObject({
      text: "Read @packages/ui/src/composer/useComposer.ts and @Fix the sign-in of the page now",
    });
  });

  it("takes a mention and its attachment back with Undo in the field", async () => {
    await showMentions();
    await userEvent.keyboard("Read @useComp");
    await expect.element(list).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.element(chips).toBeVisible();
    await undo();
    await expect.element(field).toHaveValue("Read @useComp");
    await expect.element(chips).not.toBeInTheDocument();
    await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    await expect.element(chips).toBeVisible();
    await page.getByRole("button", { name: "Remove useComposer.ts" }).click();
    await expect.element(field).toHaveValue("Read ");
    await undo();
    await expect.element(field).toHaveValue("Read @packages/ui/src/composer/useComposer.ts ");
  });

  it("keeps Undo in the field intact when long text is pasted and put back", async () => {
    await showMentions();
    const lines = Array.from({ length: 120 }, (_, index) => `line ${index}`).join("\n");
    await userEvent.keyboard("Look: ");
    await paste(lines);
    await expect.element(chips.getByText("Pasted text (120 lines)")).toBeVisible();
    await undo();
    await expect.element(field).not.toHaveValue("Look: ");
    await userEvent.keyboard("Look: ");
    const { value } = field.element() as HTMLTextAreaElement;
    await page.getByRole("button", { name: /^Put into the message/ }).click();
    await expect.element(field).toHaveValue(value + lines);
    await undo();
    await expect.element(field).toHaveValue(value);
  });

  it.each(["light", "dark"])("has no violations of axe (%s)", async (scheme) => {
    await prefer(scheme);
    document.documentElement.style.colorScheme = "light dark";
    document.body.style.background = "var(--acp-bg)";
    for (const width of [1360, 390]) {
      await showMentions(width);
      await paste("x\n".repeat(300));
      await userEvent.keyboard("Compare @useComp");
      await expect.element(list.getByText("useComposer.ts", { exact: true })).toBeVisible();
      await userEvent.keyboard("{Enter}with @");
      await expect.element(list.getByText("All changes")).toBeVisible();
      await expect
        .element(page.getByText("There are more. Type to narrow the list."))
        .toBeInTheDocument();
      // The list is scrolled with the arrow keys of the field. axe knows this only of a combobox, which a `textarea` cannot be.
      const found = await violations();
      expect(found.filter((each) => !each.startsWith("scrollable-region-focusable"))).toEqual([]);
      await shoot(`list-${scheme}-${width}`);
      await userEvent.keyboard("{Escape}");
      await shoot(`chips-${scheme}-${width}`);
      document.body.replaceChildren();
    }
  });
});
