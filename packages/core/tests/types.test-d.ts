import {
  type AcpState,
  type AcpStore,
  type ChangesItem,
  type ContentBlock,
  type DiffItem,
  selectToolCall,
  type TextBlock,
  type ToolCall,
  type ToolCallContent,
} from "@acp-store/core";
import { expectTypeOf, it } from "vitest";
import type { StoreApi } from "zustand/vanilla";

it("narrows content by its type, and knows that other types exist", () => {
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

it("is a store for zustand", () => {
  expectTypeOf<AcpStore>().toExtend<Omit<StoreApi<AcpState>, "setState">>();
});

it("selects by the type of the state", () => {
  expectTypeOf(selectToolCall).returns.toEqualTypeOf<ToolCall | undefined>();
  const subscribe = (store: AcpStore) =>
    store.subscribe(
      (state) => state.sessions.size,
      (size, previous) => expectTypeOf([size, previous]).toEqualTypeOf<number[]>(),
    );
  expectTypeOf(subscribe).returns.toEqualTypeOf<() => void>();
});

it("is read-only", () => {
  expectTypeOf<AcpState["sessions"]>().not.toHaveProperty("set");
  expectTypeOf<ToolCall["content"]>().not.toHaveProperty("push");
});
