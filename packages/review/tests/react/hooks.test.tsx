import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { memoryStorage } from "@acp-store/persist";
import { scriptedAgent } from "@acp-store/testing";
import { act, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { createReview, type Review } from "../../src/createReview.js";
import {
  ReviewProvider,
  useCheckpoints,
  useReview,
  useReviewedFile,
  useReviewState,
} from "../../src/react/index.js";
import { memoryBlobs, MemoryFiles } from "../support/memoryFiles.js";

/** Opens a review of files in memory, in which an agent has written two files. */
async function openReview(): Promise<Review> {
  const files = new MemoryFiles();
  const review = await createReview({
    ...{ folders: ["/work"], files, blobs: memoryBlobs(), storage: memoryStorage() },
    snapshots: "none",
  });
  const store = createAcpStore();
  const scripted = scriptedAgent({
    protocolVersions: [1],
    async onPrompt({ request }) {
      for (const path of ["/work/a.ts", "/work/b.ts"])
        await request("fs/write_text_file", { sessionId, path, content: "one\ntwo\n" });
    },
  });
  const handlers = { writeTextFile: () => Promise.reject(new Error("It is outside.")) };
  const agent = await connectAgent(store, scripted.connect, review.add(store, "", handlers));
  const { sessionId } = await agent.newSession({ cwd: "/work" });
  await agent.prompt(sessionId, "Write");
  await review.flush();
  await agent.close();
  return review;
}

it("shows the files, the checkpoints and a file, and follows decisions", async () => {
  const review = await openReview();
  let renders = 0;
  function File({ path }: { readonly path: string }): ReactElement {
    const file = useReviewedFile(path);
    renders++;
    return <p>{file === undefined ? `${path}: decided` : `${path}: +${file.added}`}</p>;
  }
  function Summary(): ReactElement {
    const count = useReviewState(({ files }) => files.size);
    const { keep } = useReview();
    return (
      <button onClick={() => void keep({ path: "a.ts" })}>
        {`${count} files, ${useCheckpoints().length} checkpoints`}
      </button>
    );
  }
  render(
    <ReviewProvider review={review}>
      <Summary />
      <File path="a.ts" />
      <File path="b.ts" />
    </ReviewProvider>,
  );
  expect(screen.getByText("a.ts: +2")).toBeDefined();
  const before = renders;
  await act(async () => screen.getByText("2 files, 0 checkpoints").click());
  expect(await screen.findByText("a.ts: decided")).toBeDefined();
  expect(screen.getByText("1 files, 0 checkpoints")).toBeDefined();
  // The other file has not changed.
  expect(renders).toBe(before + 1);
});

it("throws an error that says what is missing around the component", () => {
  function File(): ReactElement {
    return <p>{useReviewedFile("a.ts")?.path}</p>;
  }
  expect(() => render(<File />)).toThrow("Provide one with <ReviewProvider review={review}>");
});
