import { join } from "node:path";
import { portLink } from "@acp-store/mirror";
import { expect, it, onTestFinished } from "vitest";
import { connectReview } from "../src/mirror/connectReview.js";
import { serveReview } from "../src/mirror/serveReview.js";
import { openProject } from "./support/openProject.js";

it("shows what a permission request would do to the file on disk, and only while it is open", async () => {
  const project = await openProject({ "src/a.ts": "one\ntwo\n", "secret.txt": "secret\n" });
  const { folder, review, store, sessionId } = project;
  const { port1, port2 } = new MessageChannel();
  const remote = connectReview(async () => portLink(port2));
  onTestFinished(() => remote.close());
  onTestFinished(serveReview(portLink(port1), review));
  await remote.whenReady();
  const path = join(folder, "src/a.ts");
  const diff = { type: "diff" as const, path, oldText: "two\n", newText: "2\n" };
  const outside = { ...diff, path: join(folder, "../other.ts") };
  await project.prompt(async (turn) => {
    project.write("src/a.ts", "zero\none\ntwo\n");
    const call = await turn.call({ title: "Edit", kind: "edit", content: [diff, outside] });
    const asked = call.askPermission();
    await expect.poll(() => store.getState().sessions.get(sessionId)?.permissions.size).toBe(1);
    const [permission] = store.getState().sessions.get(sessionId)?.permissions.values() ?? [];
    const request = { agentId: "", sessionId, permissionId: permission?.permissionId ?? "" };
    const preview = {
      path,
      before: "zero\none\ntwo\n",
      after: "zero\none\n2\n",
    };
    expect(await review.previewEdits(request)).toEqual([preview]);
    expect(await remote.previewEdits(request)).toEqual([preview]);
    expect(await remote.previewEdits({ ...request, permissionId: "other" })).toEqual([]);
    expect(await remote.previewEdits({ ...request, agentId: "other" })).toEqual([]);
    await project.agent.cancel(sessionId);
    await asked;
    expect(await remote.previewEdits(request)).toEqual([]);
  });
});
