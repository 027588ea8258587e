import type { AvailableCommand } from "@agentclientprotocol/sdk";

export const COMMANDS: readonly AvailableCommand[] = [
  { name: "demo", description: "Play the whole demonstration again" },
  {
    name: "long",
    description: "Run a command that counts, long enough to cancel it",
    input: { hint: "seconds (12)" },
  },
  { name: "fail", description: "Call a tool that fails" },
];
