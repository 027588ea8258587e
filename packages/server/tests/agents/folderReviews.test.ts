import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RemoteFleet } from "@acp-store/fleet/mirror";
import { connectReview, type RemoteReview } from "@acp-store/review/mirror";
import { openReview } from "@acp-store/review/node";
import { serveAgents, type ServeAgentsOptions } from "@acp-store/server";
import { nodeFileSystem } from "@acp-store/client/node";
import { createFilesClient } from "@acp-store/server/client";
import { fileRequests } from "@acp-store/server/files";
import { createGate, scriptedAgent } from "@acp-store/testing";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { get, liveMirror, openPage, temporaryFolder } from "./support/pages.js";
import { waitForState } from "../../../../tests/support/waitForState.js";

beforeEach(() => void vi.stubEnv("XDG_DATA_HOME", temporaryFolder()));

/** Starts a server with a project and an agent that changes it, and opens a page. */
async function openProject(options: Partial<ServeAgentsOptions> = {}) {
  const folder = join(temporaryFolder(), "project");
  mkdirSync(folder);
  writeFileSync(join(folder, "a.txt"), "one\ntwo\n");
  const pageDir = temporaryFolder();
  const gate = createGate();
  const prompts: string[] = [];
  const agent = scriptedAgent({
    speed: 1000,
    async onPrompt(turn) {
      prompts.push(turn.text);
      if (turn.text === "Hold") return turn.hold(gate);
      const path = join(folder, "a.txt");
      await turn.request("fs/write_text_file", {
        ...{ sessionId: turn.session.sessionId, path },
        content: "one\n2\n",
      });
      writeFileSync(join(folder, "new.txt"), "new\n");
    },
  });
  const server = await serveAgents({
    agents: [
      {
        ...{ id: "a", name: "A", source: agent.connect, cwd: folder },
        connect: (store) => ({ fs: nodeFileSystem(store) }),
      },
    ],
    ...{ pageDir, dataDir: temporaryFolder(), port: 0, onAddress: () => {} },
    reviewFolders: [folder],
    ...options,
  });
  onTestFinished(() => server.close());
  const { cookie } = await get(server.url);
  const page = openPage(new URL(server.url).origin, { cookie });
  const mirror = await liveMirror(page, "a");
  const text = (path: string): string => readFileSync(join(folder, path), "utf8");
  return { folder, page, mirror, text, server, gate, prompts };
}

async function followReview(page: RemoteFleet, folder: string): Promise<RemoteReview> {
  const review = connectReview(() => page.openReviewChannel(folder));
  onTestFinished(() => review.close());
  await review.whenReady();
  return review;
}

it("lets a page decide about what an agent has changed in a folder", async () => {
  const { folder, page, mirror, text } = await openProject();
  await waitForState(page.connection, ({ reviews }) => reviews.length === 1);
  expect(page.connection.getState().reviews).toEqual([folder]);
  const review = await followReview(page, folder);
  const { sessionId } = await mirror.actions.newSession({ cwd: folder });
  await mirror.actions.prompt(sessionId, [{ type: "text", text: "Go" }]);
  const { files } = await waitForState(review, (state) => state.files.size === 2);
  expect(files.get("a.txt")?.hunks[0]?.origins[0]?.by).toMatchObject({
    ...{ agentId: "a", sessionId, evidence: "fs" },
  });
  await review.reject("all", { include: ["unknown"] });
  expect(text("a.txt")).toBe("one\ntwo\n");
  expect(() => text("new.txt")).toThrow("ENOENT");
});

it("counts what a page saves while an agent works as the user's", async () => {
  const { folder, page, mirror, text, gate, prompts } = await openProject({
    requests: fileRequests(),
  });
  const review = await followReview(page, folder);
  const files = createFilesClient(page);
  const { sessionId } = await mirror.actions.newSession({ cwd: folder });
  const prompted = mirror.actions.prompt(sessionId, [{ type: "text", text: "Hold" }]);
  await vi.waitFor(() => expect(prompts).toEqual(["Hold"]));
  writeFileSync(join(folder, "new.txt"), "from nobody known\n");
  const { version } = await files.read(folder, "a.txt");
  await files.write(folder, "a.txt", "one\ntwo\nthree\n", version);
  gate.open();
  await prompted;
  await mirror.actions.prompt(sessionId, [{ type: "text", text: "Go" }]);
  const state = await waitForState(review, ({ files: changed }) => changed.size === 2);
  expect(state.files.get("a.txt")?.hunks).toHaveLength(1);
  await review.reject("all", { include: ["unknown"] });
  expect(text("a.txt")).toBe("one\ntwo\nthree\n");
});

it("shows no review to a page without the right", async () => {
  const { page } = await openProject({
    rights: () => ({ agent: () => ({ may: () => true }), manageAgents: true }),
  });
  expect(page.connection.getState().reviews).toEqual([]);
});

it("serves the agents without a review while another program reviews the folder", async () => {
  const folder = temporaryFolder();
  const other = await openReview({ folder });
  onTestFinished(() => other.close());
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  const { page } = await openProject({ reviewFolders: [folder] });
  expect(warn.mock.lastCall?.[0]).toContain("are not reviewed here");
  expect(page.connection.getState().reviews).toEqual([]);
});

it("names a folder that does not exist", async () => {
  const folder = join(temporaryFolder(), "gone");
  await expect(openProject({ reviewFolders: [folder] })).rejects.toThrow("ENOENT");
});
