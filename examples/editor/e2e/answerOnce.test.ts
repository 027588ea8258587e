import type { Page } from "playwright";
import { expect, it } from "vitest";
import { startEditor } from "../tests/support/editor.js";
import { openPage } from "../../../tests/support/openPage.js";
import { fixturePath } from "./support/fixturePath.js";
import { getComposer, sendPrompt } from "./support/panel.js";
import { openPhone } from "./support/phone.js";

/** A round takes about 0.6 s, because requests accept an answer only after a while. */
const ROUNDS = Number(process.env["ACP_ANSWER_ROUNDS"] ?? 15);
const SLOT_MS = 600;

/**
 * Answers each request at the start of the next time slot, so that all windows answer at the same
 * moment.
 */
function startAnswering(page: Page): Promise<void> {
  return page.evaluate((slotMs) => {
    const answered = new Set<string>();
    Object.assign(globalThis, { answered });
    const answer = (): void => {
      const group = document.querySelector('[data-armed="true"]');
      const title = group?.parentElement?.querySelector("h2")?.textContent ?? "";
      const buttons = [...(group?.querySelectorAll("button") ?? [])];
      const button = buttons[Math.floor(Math.random() * buttons.length)];
      if (button !== undefined && !button.disabled) {
        answered.add(title);
        button.click();
      }
      setTimeout(answer, slotMs - (Date.now() % slotMs));
    };
    answer();
  }, SLOT_MS);
}

const countAnswered = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { answered: Set<string> }).answered.size);

it(
  "delivers one answer to the agent if three tabs and a phone answer at the same moment",
  async () => {
    const agent = `node "${fixturePath("countingAgent.mjs")}" ${ROUNDS}`;
    const editor = await startEditor(["--agent", agent, "--protocol", "1"]);
    const page = await openPage(editor.sessionAddress);
    await getComposer(page).waitFor();
    const tabs = [page, await page.context().newPage(), await page.context().newPage()];
    for (const tab of tabs.slice(1)) {
      await tab.goto(page.url());
      await getComposer(tab).waitFor();
    }
    const phone = await openPhone(page);
    for (const window of [...tabs, phone]) await startAnswering(window);
    await sendPrompt(page, "Ask");
    const result = page.getByText(/\d+ answers to \d+ requests/);
    await result.waitFor({ timeout: ROUNDS * 4_000 + 60_000 });
    expect(await result.innerText()).toBe(`${ROUNDS} answers to ${ROUNDS} requests`);
    // Every window has tried. A busy machine may miss many time slots.
    const tries = await Promise.all([...tabs, phone].map(countAnswered));
    console.info(`Tries of the four windows in ${ROUNDS} rounds: ${tries.join(", ")}`);
    for (const count of tries) expect(count).toBeGreaterThan(0);
  },
  ROUNDS * 5_000 + 120_000,
);
