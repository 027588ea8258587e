import type { Message, Session, ToolCall } from "@acp-store/core";
import {
  type PendingPermission,
  useMessage,
  usePendingPermissions,
  useSession,
  useToolCall,
} from "@acp-store/react";
import { expectTypeOf, it } from "vitest";

it("infers what a selector picks", () => {
  expectTypeOf(() => useToolCall("a")).returns.toEqualTypeOf<ToolCall | undefined>();
  expectTypeOf(() => useToolCall("a", { sessionId: "s" })).returns.toEqualTypeOf<
    ToolCall | undefined
  >();
  expectTypeOf(() =>
    useToolCall("a", (call) => call?.content.length ?? 0),
  ).returns.toEqualTypeOf<number>();
  expectTypeOf(() => useMessage("m", (message) => message?.role)).returns.toEqualTypeOf<
    Message["role"] | undefined
  >();
  expectTypeOf(() => useSession()).returns.toEqualTypeOf<Session | undefined>();
  expectTypeOf(() =>
    useSession((session) => session?.activity === "idle"),
  ).returns.toEqualTypeOf<boolean>();
});

it("compares what the selector picks", () => {
  expectTypeOf(() =>
    useToolCall("a", (call) => call?.locations ?? [], { compare: (a, b) => a.length === b.length }),
  ).returns.toEqualTypeOf<ToolCall["locations"]>();
});

it("gives each pending permission its respond", () => {
  expectTypeOf(() => usePendingPermissions()).returns.toEqualTypeOf<readonly PendingPermission[]>();
  expectTypeOf<PendingPermission["respond"]>().toEqualTypeOf<(optionId: string) => void>();
});
