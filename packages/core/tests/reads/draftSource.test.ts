import { createAcpStore } from "@acp-store/core";
import { getDraftSource, getMemoryDrafts } from "@acp-store/core/reads";
import { expect, it } from "vitest";

it("has the text that was set while nobody listened", () => {
  const drafts = getMemoryDrafts(createAcpStore());
  const draft = getDraftSource(drafts, "s1");
  const stop = draft.subscribe(() => {});
  draft.setText("Hello");
  stop();
  draft.setText("");
  expect(draft.get().text).toBe("");
});

it("does not call a listener that was removed", () => {
  const draft = getDraftSource(getMemoryDrafts(createAcpStore()), "s1");
  const texts: string[] = [];
  const stop = draft.subscribe(() => void texts.push(draft.get().text));
  draft.subscribe(() => {});
  stop();
  draft.setText("Hello");
  expect(texts).toEqual([]);
});

it("calls a listener once for a text", () => {
  const draft = getDraftSource(getMemoryDrafts(createAcpStore()), "s1");
  const texts: string[] = [];
  draft.subscribe(() => void texts.push(draft.get().text));
  draft.setText("Hello");
  expect(texts).toEqual(["Hello"]);
});
