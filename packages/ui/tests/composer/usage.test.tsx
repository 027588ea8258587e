import { type AcpStore, createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SESSION } from "../../browser/support/session.js";
import { UsageDetails } from "../../src/composer/UsageDetails.js";
import { UsageMeter } from "../../src/composer/UsageMeter.js";

function renderMeter(): AcpStore {
  const store = createAcpStore({ scheduler: "sync" });
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId={SESSION}>
        <UsageMeter />
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  return store;
}

const reportUsage = (store: AcpStore, cost?: object): void =>
  act(() => {
    const update = { sessionUpdate: "usage_update", used: 50, size: 200, cost };
    store.ingest({ sessionId: SESSION, update });
  });

it("keeps the cost while the agent reports only the context", () => {
  const store = renderMeter();
  reportUsage(store, { amount: 0.25, currency: "USD" });
  reportUsage(store);
  screen.getByText("$0.25");
  expect(screen.getByRole("meter").getAttribute("aria-valuenow")).toBe("50");
});

it("offers details as soon as there are any, even without a context", () => {
  const store = renderMeter();
  expect(screen.queryByRole("button")).toBeNull();
  const params = { sessionId: SESSION, prompt: [{ type: "text", text: "Go" }] };
  const counts = { input_tokens: 9, output_tokens: 1 };
  const quota = { token_count: counts, model_usage: [{ model: "pro", token_count: counts }] };
  const result = { stopReason: "end_turn", _meta: { quota } };
  act(() => {
    store.observe({
      dir: "sent",
      msg: { jsonrpc: "2.0", id: 1, method: "session/prompt", params },
    });
    store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 1, result } });
  });
  screen.getByRole("button", { name: "Tokens and cost in total" });
  expect(screen.queryByRole("meter")).toBeNull();
});

it("lists the tokens of each model and each currency in a table", () => {
  const counts = { inputTokens: 1200, outputTokens: 300, totalTokens: 5500 };
  render(
    <UsageDetails
      tokens={[
        { model: "large", ...counts, cachedReadTokens: 3000, cachedWriteTokens: 1000 },
        counts,
      ]}
      costs={[
        { amount: 1.5, currency: "USD" },
        { amount: 3, currency: "tokens" },
      ]}
    />,
  );
  const rows = screen
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ["Model", "Input", "Cached", "Output", "Total"],
    ["large", "1.2k", "4k", "300", "5.5k"],
    ["Not named", "1.2k", "–", "300", "5.5k"],
  ]);
  screen.getByText("$1.50");
  screen.getByText("3.00 tokens");
});
