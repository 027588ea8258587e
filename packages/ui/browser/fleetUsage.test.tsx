import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { prefer, violations } from "../../devtools/browser/support/looks.js";
import { agent, button, openFleet, send, start } from "./support/fleetPage.js";
import "@acp-store/ui/style.css";

const NAME = "Claude Code";

beforeEach(() => {
  location.hash = "";
});

/** Returns whether the costs are shown. Throws if they are cut, because a part of an amount misleads. */
function areCostsShown(): boolean {
  const box = document.querySelector(".acp-agent-cost");
  const costs = box?.querySelector("span");
  if (box == null || costs == null) throw new Error("There are no costs.");
  const { top, right } = costs.getBoundingClientRect();
  if (top >= box.getBoundingClientRect().bottom) return false;
  if (right > box.getBoundingClientRect().right + 0.5) throw new Error("The costs are cut.");
  return true;
}

it.each([
  ["light", 1360],
  ["dark", 1360],
  ["light", 390],
  ["dark", 390],
] as const)(
  "shows the costs of an agent beside its whole name, %s, %i px",
  async (scheme, width) => {
    await page.viewport(width, 860);
    await prefer(scheme);
    document.documentElement.style.colorScheme = "light dark";
    document.body.style.background = "var(--acp-bg)";
    const named = agent("a");
    const { get } = await openFleet([
      { ...named, definition: { ...named.definition, name: NAME } },
    ]);
    await start(`${NAME} Starts when it is needed`).click();
    await send("Go");
    await expect.element(page.getByText("Done.")).toBeVisible();
    const { store } = get("a");
    const [sessionId = ""] = store?.getState().sessions.keys() ?? [];
    const spend = (amount: number, currency: string): void => {
      const usage = { used: 61_000, size: 200_000, cost: { amount, currency } };
      store?.ingest({ sessionId, update: { sessionUpdate: "usage_update", ...usage } });
    };
    spend(12.34, "USD");
    if (width < 600) await button("Sessions").click();
    const heading = page.getByRole("heading", { name: NAME });
    await expect.poll(areCostsShown).toBe(true);
    await page.screenshot({ path: `__screenshots__/fleet-usage-${scheme}-${width}.png` });
    spend(0.04, "EUR");
    spend(1234.56, "USD");
    await expect.poll(areCostsShown).toBe(false);
    const name = document.createRange();
    name.selectNodeContents(heading.element());
    const { width: nameWidth } = name.getBoundingClientRect();
    // A fraction of a pixel too few cuts the name.
    expect(heading.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(nameWidth);
    await button(`Tokens and cost of ${NAME}`).click();
    const details = page.getByRole("group", { name: `Tokens and cost of ${NAME}` });
    await expect.element(details.getByText("$1,234.56")).toBeVisible();
    await page.screenshot({ path: `__screenshots__/fleet-usage-open-${scheme}-${width}.png` });
    expect(document.documentElement.scrollWidth).toBe(width);
    expect(await violations()).toEqual([]);
  },
);
