import type * as core from "@acp-store/core";
import type * as v1 from "@agentclientprotocol/sdk";
import type * as v2 from "@agentclientprotocol/sdk/experimental/v2/unstable";
import { expectTypeOf, it } from "vitest";

// The state stores the agent's messages, so the official types must extend the types of the state.
// For client responses, the store's types must extend the official ones. If an SDK upgrade changes
// the protocol, this test fails and names the field.

/** The fields of the official type that the store's type lacks or that have another type there. */
type Differences<Official, Own> = {
  [Field in keyof Official as Field extends keyof Own ? never : Field]-?: "is missing";
} & {
  [Field in keyof Official & keyof Own as Official[Field] extends Own[Field] | null | undefined
    ? never
    : Field]-?: "has another type";
};
/** The result of `Differences` if no field differs. */
type NoDifferences = Record<never, never>;

it("accepts the content of version 1", () => {
  expectTypeOf<v1.ContentBlock>().toExtend<core.ContentBlock>();
  expectTypeOf<v1.ToolCallContent>().toExtend<core.ToolCallContent>();
  expectTypeOf<v1.ToolCallLocation>().toExtend<core.ToolCallLocation>();
  expectTypeOf<v1.Annotations>().toExtend<core.Annotations>();
  expectTypeOf<Differences<v1.TextContent, core.TextBlock>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v1.ImageContent, core.ImageBlock>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v1.AudioContent, core.AudioBlock>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<
    Differences<v1.ResourceLink, core.ResourceLinkBlock>
  >().toEqualTypeOf<NoDifferences>();
  expectTypeOf<
    Differences<v1.EmbeddedResource, core.ResourceBlock>
  >().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v1.Annotations, core.Annotations>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v1.Diff, core.TextDiffItem>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<
    Differences<v1.ToolCallLocation, core.ToolCallLocation>
  >().toEqualTypeOf<NoDifferences>();
});

it("accepts the entities of version 1", () => {
  expectTypeOf<Differences<v1.ToolCall, core.ToolCall>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v1.ToolCallUpdate, core.ToolCall>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<v1.ToolCallUpdate>().toExtend<core.RequestedToolCall>();
  expectTypeOf<v1.PlanEntry>().toExtend<core.PlanEntry>();
  expectTypeOf<Differences<v1.PlanEntry, core.PlanEntry>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<v1.PermissionOption>().toExtend<core.PermissionOption>();
  expectTypeOf<
    Differences<v1.PermissionOption, core.PermissionOption>
  >().toEqualTypeOf<NoDifferences>();
  expectTypeOf<v1.RequestPermissionRequest>().toExtend<core.PermissionRequest>();
  expectTypeOf<v1.Notice>().toExtend<core.Notice>();
  expectTypeOf<Differences<v1.Notice, core.Notice>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v1.CompactionUpdate, core.Compaction>>().toEqualTypeOf<NoDifferences>();
});

it("accepts the session values of version 1", () => {
  expectTypeOf<v1.AvailableCommand>().toExtend<core.AvailableCommand>();
  expectTypeOf<
    Differences<v1.AvailableCommand, core.AvailableCommand>
  >().toEqualTypeOf<NoDifferences>();
  expectTypeOf<v1.SessionMode>().toExtend<core.SessionMode>();
  expectTypeOf<Differences<v1.SessionMode, core.SessionMode>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<v1.SessionModeState>().toExtend<core.SessionModes>();
  expectTypeOf<
    Differences<v1.SessionModeState, core.SessionModes>
  >().toEqualTypeOf<NoDifferences>();
  expectTypeOf<v1.SessionConfigOption>().toExtend<core.ConfigOption>();
  expectTypeOf<v1.UsageUpdate>().toExtend<core.Usage>();
  expectTypeOf<Differences<v1.UsageUpdate, core.Usage>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<
    Differences<v1.SessionInfoUpdate, core.SessionInfo>
  >().toEqualTypeOf<NoDifferences>();
  expectTypeOf<v1.NewSessionResponse>().toExtend<core.SessionSetup>();
  expectTypeOf<v1.Implementation>().toExtend<NonNullable<core.AgentState["info"]>>();
});

it("accepts the content of version 2", () => {
  expectTypeOf<Differences<v2.TextContent, core.TextBlock>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v2.ImageContent, core.ImageBlock>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v2.AudioContent, core.AudioBlock>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<
    Differences<v2.ResourceLink, core.ResourceLinkBlock>
  >().toEqualTypeOf<NoDifferences>();
  expectTypeOf<
    Differences<v2.EmbeddedResource, core.ResourceBlock>
  >().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v2.Diff, core.ChangesDiffItem>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<
    Differences<v2.DiffPathPairChange, core.FileChange>
  >().toEqualTypeOf<NoDifferences>();
  type SharedFields = Pick<v2.DiffChange, "fileType" | "mimeType" | "_meta">;
  expectTypeOf<Differences<SharedFields, core.FileChange>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v2.Icon, core.Icon>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v2.Annotations, core.Annotations>>().toEqualTypeOf<NoDifferences>();
});

it("accepts the entities of version 2", () => {
  type Call = Omit<v2.ToolCallUpdate, "content">;
  expectTypeOf<Differences<Call, core.ToolCall>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<
    Differences<v2.PlanItems & v2.PlanFile & v2.PlanMarkdown, core.Plan>
  >().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v2.PlanEntry, core.PlanEntry>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<
    Differences<v2.PermissionOption, core.PermissionOption>
  >().toEqualTypeOf<NoDifferences>();
  // Terminal output is base64 in the protocol and text in the state.
  expectTypeOf<
    Differences<Omit<v2.TerminalUpdate, "output">, core.Terminal>
  >().toEqualTypeOf<NoDifferences>();
  expectTypeOf<
    Differences<v2.TerminalExitStatus, core.TerminalExit>
  >().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v2.TerminalSize, core.TerminalSize>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v2.Notice, core.Notice>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v2.UsageUpdate, core.Usage>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<
    Differences<v2.SessionInfoUpdate, core.SessionInfo>
  >().toEqualTypeOf<NoDifferences>();
  expectTypeOf<Differences<v2.Command, core.AvailableCommand>>().toEqualTypeOf<NoDifferences>();
  expectTypeOf<
    Differences<Omit<v2.SubagentUpdate, "sessionId" | "state">, core.Subagent>
  >().toEqualTypeOf<NoDifferences>();
  expectTypeOf<
    Differences<Pick<v2.IdleStateUpdate, "usage" | "_meta" | "stopReason">, core.SubagentState>
  >().toEqualTypeOf<NoDifferences>();
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
