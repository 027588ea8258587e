import type * as core from "@acp-store/core";
import type * as sdkV1 from "@agentclientprotocol/sdk/unstable";
import type * as sdkV2 from "@agentclientprotocol/sdk/experimental/v2/unstable";
import { describe, expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import type { AcpEventBody, SessionEventBody } from "../../src/events/event.js";
import type { Reducers } from "../../src/reduce/reduce.js";
import type { ClientRequestMethod } from "../../src/wire/clientRequests.js";
import type * as common from "../../src/wire/commonSchemas.js";
import { updateKind, type UpdateKind } from "../../src/wire/parse.js";
import type * as commonUpdates from "../../src/wire/commonUpdates.js";
import type * as v1 from "../../src/wire/v1/schemas.js";
import * as updatesV1 from "../../src/wire/v1/updates.js";
import type * as v2 from "../../src/wire/v2/schemas.js";
import type * as updatesV2 from "../../src/wire/v2/updates.js";

/** A deeply read-only version of a type, like the public types. */
type DeepReadonly<Type> = Type extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Type extends object
    ? { readonly [Key in keyof Type]: DeepReadonly<Type[Key]> }
    : Type;
type Inferred<Schema> = DeepReadonly<z.infer<Schema>>;

/** The known members of a union that ends with a member for unknown types. */
type Known<Union> = Union extends { readonly type: infer Type }
  ? core.Unrecognized extends Type
    ? never
    : Union
  : Union;

type BlockV1 = Inferred<typeof v1.contentBlockSchema>;
type BlockV2 = Inferred<typeof v2.contentBlockSchema>;
type CallV1 = Inferred<typeof v1.toolCallUpdateSchema>;
type CallV2 = Inferred<typeof v2.toolCallUpdateSchema>;
type SubjectV2 = NonNullable<Inferred<typeof v2.permissionRequestSchema>["subject"]>;
type Activity = Inferred<typeof common.activitySchema>;
type ContentUpdates = ReturnType<typeof commonUpdates.contentUpdateSchemasOf>;
type InitializedV1 = Inferred<typeof v1.initializeResponseSchema>;
type InitializedV2 = Inferred<typeof v2.initializeResponseSchema>;

describe("the inferred type of a schema", () => {
  it("extends the public type of content", () => {
    expectTypeOf<BlockV1>().toExtend<core.ContentBlock>();
    expectTypeOf<BlockV2>().toExtend<core.ContentBlock>();
    expectTypeOf<NonNullable<CallV1["content"]>[number]>().toExtend<core.ToolCallContent>();
    expectTypeOf<NonNullable<CallV2["content"]>[number]>().toExtend<core.ToolCallContent>();
    expectTypeOf<CallV1>().toExtend<core.RequestedToolCall>();
    expectTypeOf<CallV2>().toExtend<core.RequestedToolCall>();
    expectTypeOf<SubjectV2>().toExtend<core.PermissionSubject>();
  });

  it("extends the public type of session values", () => {
    expectTypeOf<Inferred<typeof commonUpdates.usageSchema>>().toExtend<core.Usage>();
    expectTypeOf<Inferred<typeof commonUpdates.noticeSchema>>().toExtend<core.Notice>();
    expectTypeOf<Activity>().toExtend<core.SubagentState>();
    expectTypeOf<NonNullable<Activity["background"]>[number]>().toExtend<core.BackgroundWork>();
    expectTypeOf<
      Inferred<typeof v1.configOptionsSchema>["configOptions"][number]
    >().toExtend<core.ConfigOption>();
    expectTypeOf<
      Inferred<typeof updatesV1.availableCommandsSchema>["availableCommands"][number]
    >().toExtend<core.AvailableCommand>();
    expectTypeOf<
      Inferred<typeof updatesV2.availableCommandsSchema>["availableCommands"][number]
    >().toExtend<core.AvailableCommand>();
    expectTypeOf<
      NonNullable<InitializedV1["agentCapabilities"]>
    >().toExtend<core.AgentCapabilities>();
    expectTypeOf<NonNullable<InitializedV2["capabilities"]>>().toExtend<core.AgentCapabilities>();
    expectTypeOf<NonNullable<InitializedV1["authMethods"]>[number]>().toExtend<core.AuthMethod>();
  });

  it("accepts values of the public type", () => {
    expectTypeOf<Known<core.ContentBlock>>().toExtend<BlockV2>();
    expectTypeOf<Known<core.BackgroundWork>>().toExtend<
      NonNullable<Activity["background"]>[number]
    >();
    expectTypeOf<Known<core.PermissionSubject>["type"]>().toEqualTypeOf<"tool_call" | "command">();
    expectTypeOf<core.PermissionOption>().toExtend<
      Inferred<typeof common.permissionOptionSchema>
    >();
    expectTypeOf<core.PlanEntry>().toExtend<Inferred<typeof common.planEntrySchema>>();
    expectTypeOf<core.Usage>().toExtend<Inferred<typeof commonUpdates.usageSchema>>();
    expectTypeOf<core.TokenUsage>().toExtend<Inferred<typeof common.tokenUsageSchema>>();
    expectTypeOf<core.Notice>().toExtend<Inferred<typeof commonUpdates.noticeSchema>>();
    expectTypeOf<core.Capabilities>().toExtend<Inferred<typeof common.capabilitiesSchema>>();
    expectTypeOf<core.Implementation>().toExtend<Inferred<typeof common.implementationSchema>>();
  });
});

describe("a schema of an entity", () => {
  /** The fields of a public type that no schema checks. */
  type Unchecked<Public, Schema> = Exclude<keyof Public, keyof z.infer<Schema>>;

  it("checks every public field that the store does not set", () => {
    type Times = "createdAt" | "updatedAt" | "replayed";
    type StoreFields = "turnId" | "phase" | "startedAt" | "endedAt" | Times;
    expectTypeOf<Unchecked<core.ToolCall, typeof v1.toolCallSchema>>().toEqualTypeOf<StoreFields>();
    expectTypeOf<
      Unchecked<core.ToolCall, typeof v2.toolCallUpdateSchema>
    >().toEqualTypeOf<StoreFields>();
    expectTypeOf<
      Unchecked<core.RequestedToolCall, typeof v1.toolCallSchema>
    >().toEqualTypeOf<never>();
    expectTypeOf<Unchecked<core.Plan, typeof updatesV1.planSchema>>().toEqualTypeOf<
      "planId" | "type" | Times
    >();
    expectTypeOf<Unchecked<core.Message, typeof updatesV2.messageSchema>>().toEqualTypeOf<
      "role" | "turnId" | "sent" | "steering" | "runStarts" | Times
    >();
    expectTypeOf<
      Unchecked<core.Subagent, typeof commonUpdates.subagentUpdateSchema>
    >().toEqualTypeOf<"startedAt" | "endedAt">();
    expectTypeOf<
      Unchecked<core.SessionMessage, ContentUpdates["sessionMessage"]>
    >().toEqualTypeOf<never>();
    expectTypeOf<Unchecked<core.Compaction, ContentUpdates["compactionUpdate"]>>().toEqualTypeOf<
      "startedAt" | "endedAt" | "tokensBefore" | "tokensAfter"
    >();
    expectTypeOf<
      Unchecked<core.SessionInfo, typeof commonUpdates.sessionInfoSchema>
    >().toEqualTypeOf<never>();
  });

  it("checks every public capability of both versions", () => {
    type CheckedV1 = keyof NonNullable<InitializedV1["agentCapabilities"]>;
    type CheckedV2 = keyof NonNullable<InitializedV2["capabilities"]>;
    expectTypeOf<keyof core.AgentCapabilities>().toEqualTypeOf<CheckedV1 | CheckedV2>();
  });
});

/** The kinds in a union of updates, without its members for unknown kinds. */
type NameOf<Update> = Update extends { readonly sessionUpdate: infer Name extends string }
  ? string extends Name
    ? never
    : Name extends `_${string}`
      ? never
      : Name
  : never;

describe("a table of update kinds", () => {
  it("has a mapper for each kind of update in the SDK's schemas", () => {
    expectTypeOf<updatesV1.UpdateNameV1>().toEqualTypeOf<NameOf<sdkV1.SessionUpdate>>();
    expectTypeOf<updatesV2.UpdateNameV2>().toEqualTypeOf<NameOf<sdkV2.SessionUpdate>>();
  });

  it("fails the build for a kind without a mapper", () => {
    const kind = updateKind(updatesV1.currentModeSchema, () => []);
    type Names = "plan" | "usage_update";
    const complete = { plan: kind, usage_update: kind } satisfies Record<Names, UpdateKind>;
    // @ts-expect-error: `usage_update` has no mapper.
    const incomplete = { plan: kind } satisfies Record<Names, UpdateKind>;
    expectTypeOf(complete).toExtend<typeof incomplete>();
  });

  it("fails the build for an event without a reducer", () => {
    type Incomplete = Omit<Reducers, "tool_call">;
    expectTypeOf<Incomplete>().not.toExtend<Reducers>();
    // The table in src/reduce/reduce.ts is a record of this type.
    expectTypeOf<keyof Reducers>().toEqualTypeOf<AcpEventBody["type"]>();
  });

  it("fails the build for a request without a definition", () => {
    expectTypeOf<Record<Exclude<ClientRequestMethod, "session/new">, true>>().not.toExtend<
      Record<ClientRequestMethod, true>
    >();
  });
});

describe("a mapper", () => {
  const mapMode = (map: (sent: z.infer<typeof updatesV1.currentModeSchema>) => SessionEventBody) =>
    map;

  it("receives the fields of the schema", () => {
    mapMode(({ currentModeId }) => {
      expectTypeOf(currentModeId).toEqualTypeOf<string>();
      return { type: "mode", sessionId: "s1", currentModeId };
    });
    // @ts-expect-error: the schema has no field `modeId`.
    mapMode(({ modeId }) => ({ type: "mode", sessionId: "s1", currentModeId: String(modeId) }));
  });

  it("fails the build if a field of the event is missing or misspelled", () => {
    // @ts-expect-error: `currentModeId` is missing.
    updateKind(updatesV1.currentModeSchema, (sessionId) => [{ type: "mode", sessionId }]);
    updateKind(updatesV1.currentModeSchema, (sessionId, { currentModeId }) => [
      // @ts-expect-error: the field is called `currentModeId`.
      { type: "mode", sessionId, currentModeID: currentModeId },
    ]);
    // @ts-expect-error: there is no event of this type.
    updateKind(updatesV1.currentModeSchema, (sessionId) => [{ type: "mode_changed", sessionId }]);
  });

  it("fails the build if the type of a value differs from the event's field", () => {
    updateKind(updatesV1.planSchema, (sessionId, { entries }) => [
      // @ts-expect-error: `planId` is a string.
      { type: "plan", sessionId, planId: entries.length, plan: { type: "items", entries } },
    ]);
  });
});
