import type { CapabilityChanges, ConnectOptions } from "@acp-store/client";
import type { ClientCapabilities } from "@agentclientprotocol/sdk/unstable";
import { describe, expectTypeOf, it } from "vitest";

describe("the capabilities option", () => {
  it("accepts the SDK's capabilities, stable and unstable", () => {
    expectTypeOf<ClientCapabilities>().toExtend<CapabilityChanges>();
    expectTypeOf<CapabilityChanges>().toExtend<NonNullable<ConnectOptions["capabilities"]>>();
  });

  it("accepts false for any capability, at any depth", () => {
    expectTypeOf<{ elicitation: false }>().toExtend<CapabilityChanges>();
    expectTypeOf<{ elicitation: { url: false } }>().toExtend<CapabilityChanges>();
    expectTypeOf<{
      session: { configOptions: { boolean: false }; notices: false };
      plan: false;
    }>().toExtend<CapabilityChanges>();
  });

  it("rejects values that are not capabilities", () => {
    expectTypeOf<{ terminal: "yes" }>().not.toExtend<CapabilityChanges>();
    expectTypeOf<{ subagents: true }>().not.toExtend<CapabilityChanges>();
  });
});
