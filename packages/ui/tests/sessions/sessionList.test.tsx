import { createAcpStore } from "@acp-store/core";
import { AcpStoreProvider } from "@acp-store/react";
import { SessionList } from "@acp-store/ui";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

it("shows the branch and the repository of a session in a worktree", () => {
  const store = createAcpStore();
  store.openSession({ sessionId: "s1", cwd: "/home/me/app" });
  store.openSession({ sessionId: "s2", cwd: "/home/me/app.agent-worktrees/fix-login" });
  const actions = { newSession() {}, showSession() {}, closeSession() {} };
  render(
    <AcpStoreProvider store={store}>
      <SessionList actions={actions} />
    </AcpStoreProvider>,
  );
  expect(screen.getAllByText(/ in app$/).map(({ textContent }) => textContent)).toEqual([
    "agent/fix-login in app",
  ]);
});
