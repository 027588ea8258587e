import { expect, it } from "vitest";
import { cdp, page } from "vitest/browser";
import { violations } from "../../devtools/browser/support/looks.js";
import { IDLE_AGENT, SESSION } from "./support/session.js";
import { showSession } from "./support/showSession.js";

const MODELS = ["claude-sonnet-4-5-20250929-with-a-long-name", "claude-haiku-4-5"];

it.each([
  ["light", 1360],
  ["light", 390],
  ["dark", 1360],
  ["dark", 390],
] as const)(
  "shows the tokens and the end of a failed turn in the %s scheme at %i px",
  async (colorScheme, width) => {
    const features = [{ name: "prefers-color-scheme", value: colorScheme }];
    await cdp().send("Emulation.setEmulatedMedia", { features });
    document.documentElement.style.colorScheme = "light dark";
    const agent = { ...IDLE_AGENT, retryTurn: async () => {} };
    const { store, update } = await showSession({ width, agent });
    const prompt = [{ type: "text", text: "Fix the typo" }];
    const params = { sessionId: SESSION, prompt };
    const request = { jsonrpc: "2.0", method: "session/prompt", params };
    const counts = { inputTokens: 17_200, cachedInputTokens: 48_000, outputTokens: 924 };
    const token_count = { ...counts, totalTokens: 66_124 };
    const model_usage = MODELS.map((model) => ({ model, token_count }));
    const result = { stopReason: "end_turn", _meta: { quota: { token_count, model_usage } } };
    store.observe({ dir: "sent", msg: { ...request, id: 1 } });
    store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 1, result } });
    store.expectPrompt(SESSION, [{ type: "text", text: "Fix the typo" }], { retryOf: "turn" });
    store.observe({ dir: "sent", msg: { ...request, id: 2 } });
    const content = { type: "text", text: "I begin with the first file." };
    update({ sessionUpdate: "agent_message_chunk", content });
    const cost = { amount: 0.4217, currency: "USD" };
    update({ sessionUpdate: "usage_update", used: 61_000, size: 200_000, cost });
    const error = { code: -32603, message: "Rate limit reached" };
    store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 2, error } });
    await expect.element(page.getByRole("button", { name: "Retry" })).toBeVisible();
    await expect.element(page.getByText("Sent again")).toBeVisible();
    await page.getByRole("button", { name: "Tokens and cost in total" }).click();
    const details = page.getByRole("group", { name: "Tokens and cost in total" });
    await expect.element(details.getByRole("table")).toBeVisible();
    const { clientWidth, scrollWidth } = details.element();
    expect(scrollWidth).toBe(clientWidth);
    const { left, right } = details.element().getBoundingClientRect();
    expect([left >= 0, right <= width]).toEqual([true, true]);
    expect(document.documentElement.scrollWidth).toBe(width);
    expect(await violations()).toEqual([]);
    await page.screenshot({ path: `__screenshots__/usage-${colorScheme}-${width}.png` });
  },
);
