import { createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { TurnEnd } from "../../src/conversation/TurnEnd.js";

it.each([
  [true, "cancelled", /^You stopped the agent/],
  [true, "end_turn", /^You stopped the agent/],
  [false, "cancelled", /^The agent stopped after/],
  [false, "end_turn", /^Worked for/],
  [true, "max_tokens", /limit/],
])(
  "tells the end of a turn (cancelled: %s) with the reason %s",
  (isCancelled, stopReason, text) => {
    const store = createAcpStore({ scheduler: "sync" });
    const turnId = store.startTurn("s1", [{ type: "text", text: "Go" }]);
    if (isCancelled) store.cancelTurn("s1");
    store.endTurn("s1", { stopReason });
    const { container } = render(
      <AcpStoreProvider store={store}>
        <AcpSessionProvider sessionId="s1">
          <TurnEnd turnId={turnId} />
        </AcpSessionProvider>
      </AcpStoreProvider>,
    );
    expect(container.textContent.trim()).toMatch(text);
  },
);
