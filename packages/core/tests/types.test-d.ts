import {
  type AcpPermissionError,
  type AcpPermissionErrorReason,
  type AcpState,
  type AcpStore,
  type AcpStoreError,
  type ContentBlock,
  type DiffItem,
  type FileChange,
  isAcpPermissionError,
  isChangesDiff,
  isTextDiff,
  type PermissionPolicy,
  type ReadableAcpStore,
  selectToolCall,
  type TextBlock,
  type TextDiffItem,
  type ToolCall,
  type ToolCallContent,
} from "@acp-store/core";
import { expectTypeOf, it } from "vitest";
import type { StoreApi } from "zustand/vanilla";

it("narrows content by its type, with a case for unknown types", () => {
  const textOf = (block: ContentBlock) => (block.type === "text" ? block : undefined);
  expectTypeOf(textOf).returns.toEqualTypeOf<TextBlock | undefined>();
  const otherOf = (block: ContentBlock) => {
    switch (block.type) {
      case "text":
      case "image":
      case "audio":
      case "resource":
      case "resource_link":
        return undefined;
      default:
        return block["anything"];
    }
  };
  expectTypeOf(otherOf).returns.toEqualTypeOf<unknown>();
});

it("narrows a diff to one type with the fields of both versions", () => {
  const diffOf = (item: ToolCallContent) => (item.type === "diff" ? item : undefined);
  expectTypeOf(diffOf).returns.toEqualTypeOf<DiffItem | undefined>();
  const textOf = (item: ToolCallContent) =>
    item.type === "diff" ? (item.patch?.text ?? item.newText) : undefined;
  expectTypeOf(textOf).returns.toEqualTypeOf<string | undefined>();
  const pathsOf = (item: DiffItem) => item.changes?.map(({ path }) => path) ?? [item.path];
  expectTypeOf(pathsOf).returns.toEqualTypeOf<(string | undefined)[]>();
});

it("narrows a diff to the form of a version", () => {
  const formsOf = (item: ToolCallContent) => {
    if (isTextDiff(item)) return item.newText;
    return isChangesDiff(item) ? item.changes : undefined;
  };
  expectTypeOf(formsOf).returns.toEqualTypeOf<string | readonly FileChange[] | undefined>();
  const filtered = (items: readonly ToolCallContent[]) => items.filter(isTextDiff);
  expectTypeOf(filtered).returns.toEqualTypeOf<TextDiffItem[]>();
});

it("has the type of a read-only zustand store", () => {
  expectTypeOf<ReadableAcpStore>().toExtend<Omit<StoreApi<AcpState>, "setState">>();
  expectTypeOf<AcpStore>().toExtend<ReadableAcpStore>();
  expectTypeOf<ReadableAcpStore>().not.toHaveProperty("ingest");
});

it("accepts every answer of a policy", () => {
  expectTypeOf(() => "ask").toExtend<PermissionPolicy>();
  expectTypeOf(() => undefined).toExtend<PermissionPolicy>();
  expectTypeOf(async () => ({ optionId: "yes", rule: "reads" })).toExtend<PermissionPolicy>();
  expectTypeOf(() => 1).not.toExtend<PermissionPolicy>();
});

it("narrows errors to their class", () => {
  const reasonOf = (error: unknown) => (isAcpPermissionError(error) ? error.reason : undefined);
  expectTypeOf(reasonOf).returns.toEqualTypeOf<AcpPermissionErrorReason | undefined>();
  expectTypeOf<AcpPermissionError>().toExtend<AcpStoreError>();
});

it("infers the types of selectors", () => {
  expectTypeOf(selectToolCall).returns.toEqualTypeOf<ToolCall | undefined>();
  const subscribe = (store: AcpStore) =>
    store.subscribe(
      (state) => state.sessions.size,
      (size, previous) => expectTypeOf([size, previous]).toEqualTypeOf<number[]>(),
    );
  expectTypeOf(subscribe).returns.toEqualTypeOf<() => void>();
});

it("makes the state read-only", () => {
  expectTypeOf<AcpState["sessions"]>().not.toHaveProperty("set");
  expectTypeOf<ToolCall["content"]>().not.toHaveProperty("push");
});
