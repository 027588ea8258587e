interface Command {
  readonly name: string;
  readonly description: string;
  /** What may follow the name. */
  readonly hint?: string;
}

export const COMMANDS: readonly Command[] = [
  { name: "demo", description: "Play the whole demonstration again" },
  {
    name: "long",
    description: "Run a command that counts, long enough to cancel it",
    hint: "seconds (12)",
  },
  { name: "fail", description: "Call a tool that fails" },
  { name: "form", description: "Ask for something with a form" },
];
