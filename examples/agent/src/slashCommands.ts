import type { SlashCommand } from "@acp-store/testing";

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  { name: "demo", description: "Run the full demo again" },
  {
    name: "long",
    description: "Run a counting command that is long enough to cancel",
    hint: "seconds (12)",
  },
  { name: "fail", description: "Run a tool call that fails" },
  { name: "form", description: "Ask for input with a form" },
];
