interface CallOptions {
  /** Default: `completed`. */
  readonly status?: string;
}

/** Returns the update of a tool call that writes a file. */
export function edit(
  toolCallId: string,
  options: CallOptions & {
    readonly lines: number;
    /** The name of the file. Default: the id. */
    readonly file?: string;
  },
): object {
  const { status = "completed", lines, file = toolCallId } = options;
  const path = `/project/src/${file}.ts`;
  const newText = createLines(lines);
  return {
    sessionUpdate: "tool_call",
    ...{ toolCallId, title: `Write ${toolCallId}.ts`, kind: "edit", status },
    locations: [{ path }],
    content: [{ type: "diff", path, oldText: null, newText }],
  };
}

/** Returns lines of code. */
export function createLines(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, line) => `export const value${line} = ${line};\n`,
  );
  return lines.join("");
}

/** Returns the update of a tool call that runs a command. */
export function run(
  toolCallId: string,
  options: CallOptions & { readonly output: string },
): object {
  const { status = "completed", output } = options;
  const content = [{ type: "content", content: { type: "text", text: output } }];
  return {
    sessionUpdate: "tool_call",
    ...{ toolCallId, title: `Run ${toolCallId}`, kind: "execute", status, content },
  };
}
