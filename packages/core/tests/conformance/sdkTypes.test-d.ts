import type * as core from "@acp-store/core";
import type * as v1 from "@agentclientprotocol/sdk";
import type * as v2 from "@agentclientprotocol/sdk/experimental/v2/unstable";
import { expectTypeOf, it } from "vitest";

// The state stores what agents send, so the official types have to extend its types. For responses of
// the client, the store's types have to extend the official ones. If an upgrade of the SDK changes
// the protocol, this test fails and names the field.

/** The fields of the official type that the store's type lacks or that have another type there. */
type Fits<Official, Own> = {
  [Field in keyof Official as Field extends keyof Own ? never : Field]-?: "is missing";
} & {
  [Field in keyof Official & keyof Own as Official[Field] extends Own[Field] | null | undefined
    ? never
    : Field]-?: "has another type";
};
/** No field differs. */
type Nothing = Record<never, never>;

it("accepts the content of version 1", () => {
  expectTypeOf<v1.ContentBlock>().toExtend<core.ContentBlock>();
  expectTypeOf<v1.ToolCallContent>().toExtend<core.ToolCallContent>();
  expectTypeOf<v1.ToolCallLocation>().toExtend<core.ToolCallLocation>();
  expectTypeOf<v1.Annotations>().toExtend<core.Annotations>();
  expectTypeOf<Fits<v1.TextContent, core.TextBlock>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v1.ImageContent, core.ImageBlock>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v1.AudioContent, core.AudioBlock>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v1.ResourceLink, core.ResourceLinkBlock>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v1.EmbeddedResource, core.ResourceBlock>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v1.Annotations, core.Annotations>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v1.Diff, core.DiffItem>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v1.ToolCallLocation, core.ToolCallLocation>>().toEqualTypeOf<Nothing>();
});

it("accepts the entities of version 1", () => {
  expectTypeOf<Fits<v1.ToolCall, core.ToolCall>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v1.ToolCallUpdate, core.ToolCall>>().toEqualTypeOf<Nothing>();
  expectTypeOf<v1.ToolCallUpdate>().toExtend<core.RequestedToolCall>();
  expectTypeOf<v1.PlanEntry>().toExtend<core.PlanEntry>();
  expectTypeOf<Fits<v1.PlanEntry, core.PlanEntry>>().toEqualTypeOf<Nothing>();
  expectTypeOf<v1.PermissionOption>().toExtend<core.PermissionOption>();
  expectTypeOf<Fits<v1.PermissionOption, core.PermissionOption>>().toEqualTypeOf<Nothing>();
  expectTypeOf<v1.RequestPermissionRequest>().toExtend<core.PermissionRequest>();
  expectTypeOf<v1.Notice>().toExtend<core.Notice>();
  expectTypeOf<Fits<v1.Notice, core.Notice>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v1.CompactionUpdate, core.Compaction>>().toEqualTypeOf<Nothing>();
});

it("accepts the session values of version 1", () => {
  expectTypeOf<v1.AvailableCommand>().toExtend<core.AvailableCommand>();
  expectTypeOf<Fits<v1.AvailableCommand, core.AvailableCommand>>().toEqualTypeOf<Nothing>();
  expectTypeOf<v1.SessionMode>().toExtend<core.SessionMode>();
  expectTypeOf<Fits<v1.SessionMode, core.SessionMode>>().toEqualTypeOf<Nothing>();
  expectTypeOf<v1.SessionModeState>().toExtend<core.SessionModes>();
  expectTypeOf<Fits<v1.SessionModeState, core.SessionModes>>().toEqualTypeOf<Nothing>();
  expectTypeOf<v1.SessionConfigOption>().toExtend<core.ConfigOption>();
  expectTypeOf<v1.UsageUpdate>().toExtend<core.Usage>();
  expectTypeOf<Fits<v1.UsageUpdate, core.Usage>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v1.SessionInfoUpdate, core.SessionInfo>>().toEqualTypeOf<Nothing>();
  expectTypeOf<v1.NewSessionResponse>().toExtend<core.SessionSetup>();
  expectTypeOf<v1.Implementation>().toExtend<NonNullable<core.AgentState["info"]>>();
});

it("accepts the content of version 2", () => {
  expectTypeOf<Fits<v2.TextContent, core.TextBlock>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.ImageContent, core.ImageBlock>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.AudioContent, core.AudioBlock>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.ResourceLink, core.ResourceLinkBlock>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.EmbeddedResource, core.ResourceBlock>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.Diff, core.ChangesItem>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.DiffPathPairChange, core.FileChange>>().toEqualTypeOf<Nothing>();
  type InAll = Pick<v2.DiffChange, "fileType" | "mimeType" | "_meta">;
  expectTypeOf<Fits<InAll, core.FileChange>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.Icon, core.Icon>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.Annotations, core.Annotations>>().toEqualTypeOf<Nothing>();
});

it("accepts the entities of version 2", () => {
  type Call = Omit<v2.ToolCallUpdate, "content">;
  expectTypeOf<Fits<Call, core.ToolCall>>().toEqualTypeOf<Nothing>();
  expectTypeOf<
    Fits<v2.PlanItems & v2.PlanFile & v2.PlanMarkdown, core.Plan>
  >().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.PlanEntry, core.PlanEntry>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.PermissionOption, core.PermissionOption>>().toEqualTypeOf<Nothing>();
  // Its output is base64 there, and text in the state.
  expectTypeOf<Fits<Omit<v2.TerminalUpdate, "output">, core.Terminal>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.TerminalExitStatus, core.TerminalExit>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.TerminalSize, core.TerminalSize>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.Notice, core.Notice>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.UsageUpdate, core.Usage>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.SessionInfoUpdate, core.SessionInfo>>().toEqualTypeOf<Nothing>();
  expectTypeOf<Fits<v2.Command, core.AvailableCommand>>().toEqualTypeOf<Nothing>();
  expectTypeOf<
    Fits<Omit<v2.SubagentUpdate, "sessionId" | "state">, core.Subagent>
  >().toEqualTypeOf<Nothing>();
  expectTypeOf<
    Fits<Pick<v2.IdleStateUpdate, "usage" | "_meta" | "stopReason">, core.SubagentState>
  >().toEqualTypeOf<Nothing>();
});

it("returns responses that the SDK can send", () => {
  type Answer = Awaited<ReturnType<core.AcpStore["requestPermission"]>>;
  expectTypeOf<Answer>().toExtend<v1.RequestPermissionResponse>();
  expectTypeOf<Answer>().toExtend<v2.RequestPermissionResponse>();
});

it("accepts the SDK's notifications and prompts", () => {
  type Prompt = NonNullable<Parameters<core.AcpStore["startTurn"]>[1]>;
  expectTypeOf<v1.PromptRequest["prompt"]>().toExtend<Prompt>();
  expectTypeOf<v1.SessionNotification>().toExtend<Parameters<core.AcpStore["ingest"]>[0]>();
});
