import {
  type AcpPermissionError,
  type AcpPermissionErrorReason,
  type AcpState,
  type AcpStore,
  type AcpStoreError,
  type ChangesItem,
  type ContentBlock,
  type DiffItem,
  isAcpPermissionError,
  type PermissionPolicy,
  type ReadableAcpStore,
  selectToolCall,
  type TextBlock,
  type ToolCall,
  type ToolCallContent,
} from "@acp-store/core";
import { expectTypeOf, it } from "vitest";
import type { StoreApi } from "zustand/vanilla";

it("narrows content by its type, with a case for unknown types", () => {
  const textOf = (block: ContentBlock) => (block.type === "text" ? block : undefined);
  expectTypeOf(textOf).returns.toEqualTypeOf<TextBlock | undefined>();
  const diffOf = (item: ToolCallContent) => (item.type === "diff" ? item : undefined);
  expectTypeOf(diffOf).returns.toEqualTypeOf<ChangesItem | DiffItem | undefined>();
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
