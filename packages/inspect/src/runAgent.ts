import { startBackgroundInspector } from "./backgroundInspector.js";
import type { Options } from "./options.js";
import { type AgentExit, exitLike, passThrough } from "./passThrough.js";
import { printMessage } from "./printMessage.js";

/** The exit codes that shells use. */
const COMMAND_NOT_FOUND = 127;
const COMMAND_NOT_EXECUTABLE = 126;

/** Runs the agent, inspects its traffic, and exits as the agent does. */
export async function runAgent(options: Options & { run: "agent" }): Promise<void> {
  const { command, args, port, record } = options;
  const title = [command, ...args].join(" ");
  try {
    const { inspector, ...exit } = await passThrough(command, args, () =>
      startBackgroundInspector({ title, port, ...(record !== undefined && { record }) }),
    );
    await inspector.end(`The agent ${describeExit(exit)}`);
    exitLike(exit);
  } catch (error) {
    const reason = String(error);
    await printMessage(`"${command}" could not be started (${reason}). Check the agent's command.`);
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    process.exit(isMissing ? COMMAND_NOT_FOUND : COMMAND_NOT_EXECUTABLE);
  }
}

function describeExit({ code, signal }: AgentExit): string {
  return signal === null ? `exited with code ${code}` : `was terminated by ${signal}`;
}
