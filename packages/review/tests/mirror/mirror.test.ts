import { portLink } from "@acp-store/mirror";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectReview, type RemoteReview } from "../../src/mirror/connectReview.js";
import { serveReview } from "../../src/mirror/serveReview.js";
import type { ReviewView } from "../../src/createReview.js";
import { openProject } from "../support/openProject.js";

const LINES = Array.from({ length: 30 }, (_, index) => `line ${index}\n`);
const TEXT = LINES.join("");

interface Window {
  readonly remote: RemoteReview;
  /** Breaks the connection of the window. */
  readonly breakLink: () => void;
}

async function openWindow(review: ReviewView): Promise<Window> {
  let end = (): void => {};
  const remote = connectReview(async () => {
    const { port1, port2 } = new MessageChannel();
    end = serveReview(portLink(port1), review);
    return portLink(port2);
  });
  onTestFinished(() => {
    remote.close();
    end();
  });
  await remote.whenReady();
  return { remote, breakLink: () => end() };
}

describe("a window with the review of another process", () => {
  it("has the state of the owner, and decides", async () => {
    const project = await openProject({ "a.ts": TEXT, "b.ts": TEXT });
    const { review } = project;
    const { remote } = await openWindow(review);
    await project.prompt(async (_turn, tools) => {
      await tools.edit("a.ts", "line 3\n", "three\n");
      await tools.edit("a.ts", "line 20\n", "twenty\n");
      await tools.edit("b.ts", "line 3\n", "three\n");
    });
    await expect.poll(() => remote.getState()).toEqual(review.getState());
    const [first] = remote.getState().files.get("a.ts")?.hunks ?? [];
    const kept = await remote.keep({ path: "a.ts", hunkId: first?.hunkId ?? "" });
    expect(kept.outcomes.get("a.ts")).toBe("done");
    expect(remote.getState()).toEqual(review.getState());
    expect((await remote.texts("a.ts")).base).toBe(LINES.with(3, "three\n").join(""));
    const [rest] = remote.getState().files.get("a.ts")?.hunks ?? [];
    const listed = await remote.keep({ hunks: [{ path: "a.ts", hunkId: rest?.hunkId ?? "" }] });
    expect(listed.outcomes.get("a.ts")).toBe("done");
    await remote.undo();
    await remote.reject("all");
    expect(project.text("b.ts")).toBe(TEXT);
    expect(remote.getState().files.size).toBe(0);
    await remote.undo();
    expect(remote.getState().files.size).toBe(2);
    await remote.redo();
    const [checkpoint] = remote.getState().checkpoints;
    const plan = await remote.planRestore(checkpoint?.checkpointId ?? "");
    await remote.restore(plan);
    expect(project.text("a.ts")).toBe(TEXT);
  });

  it("gets the state again after a broken connection", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { remote, breakLink } = await openWindow(project.review);
    await project.prompt((_turn, tools) => tools.edit("a.ts", "line 3\n", "three\n"));
    await expect.poll(() => remote.getState().files.size).toBe(1);
    const decision = remote.reject("all");
    breakLink();
    await expect(decision).rejects.toThrow("Look at the state before you try again");
    await expect.poll(() => remote.getState()).toEqual(project.review.getState());
  });

  it("reads no file that has no changes to decide", async () => {
    const project = await openProject({ "a.ts": TEXT, "secret.txt": "secret\n" });
    const { remote } = await openWindow(project.review);
    await expect(remote.texts("secret.txt")).rejects.toThrow("has no changes to decide");
  });

  it("cannot end the owner with messages that are wrong", async () => {
    const project = await openProject({ "a.ts": TEXT });
    const { port1, port2 } = new MessageChannel();
    onTestFinished(serveReview(portLink(port1), project.review));
    const link = portLink(port2);
    for (const text of [
      "",
      "{",
      "null",
      '{"type":"call","id":1,"method":"toString","args":[]}',
      '{"type":"call","id":2,"method":"keep","args":[7]}',
      '{"type":"call","id":3,"method":"flush","args":[]}',
    ])
      link.send(text);
    const { remote } = await openWindow(project.review);
    expect((await remote.keep("all")).outcomes.size).toBe(0);
  });
});
