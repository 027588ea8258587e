import { describe, expect, it, onTestFinished } from "vitest";
import { openPage, testServer } from "../../../fleet/tests/support/pages.js";
import { testFleet } from "../../../fleet/tests/support/agents.js";
import { connectReview } from "../../src/mirror/connectReview.js";
import { serveReview } from "../../src/mirror/serveReview.js";
import { openProject } from "../support/openProject.js";

const MAY_ALL = { agent: () => ({ may: () => true }) };

async function openReviewed(options: { readonly redacts?: boolean } = {}) {
  const project = await openProject({ "a.ts": "one\n" });
  await project.prompt((_turn, tools) => tools.edit("a.ts", "one\n", "1\n"));
  const { fleet } = testFleet([]);
  const server = testServer(fleet, {
    reviews: new Map([["/app", (channel) => serveReview(channel, project.review)]]),
    ...(options.redacts && { redact: (entity: object) => entity }),
  });
  return { project, server };
}

describe("a page of a fleet", () => {
  it("decides about the review with the right to", async () => {
    const { project, server } = await openReviewed();
    const { page } = openPage(() => server.openLink({ ...MAY_ALL, review: true }));
    const { connection } = page;
    await expect.poll(() => connection.getState().reviews).toEqual(["/app"]);
    const remote = connectReview(() => page.openReviewChannel("/app"));
    onTestFinished(() => remote.close());
    await remote.whenReady();
    await remote.reject("all");
    expect(project.text("a.ts")).toBe("one\n");
  });

  it.each([
    ["without the right", {}, "/app", {}],
    ["of a host that hides content", { redacts: true }, "/app", { review: true }],
    ["that asks for another name", {}, "/other", { review: true }],
  ])("does not get the review: one %s", async (_, options, folder, rights) => {
    const { server } = await openReviewed(options);
    const { page } = openPage(() => server.openLink({ ...MAY_ALL, ...rights }));
    const channel = await page.openReviewChannel(folder);
    const texts: string[] = [];
    channel.onMessage((text) => texts.push(text));
    await new Promise<void>((resolve) => void channel.onClose(() => resolve()));
    expect(texts).toEqual([]);
  });
});
