import { inspectAside } from "./aside.js";
import type { Options } from "./options.js";
import { endLike, type Ended, passThrough } from "./passThrough.js";
import { say } from "./say.js";

/** Exit codes as shells have them. */
const NOT_FOUND = 127;
const NOT_RUN = 126;

/** Stands in for the agent, until that ends. */
export async function runAgent(options: Options & { run: "agent" }): Promise<void> {
  const { command, args, port, record } = options;
  const about = [command, ...args].join(" ");
  try {
    const { aside, ...ended } = await passThrough(command, args, () =>
      inspectAside({ about, port, ...(record !== undefined && { record }) }),
    );
    await aside.end(`The agent ${describe(ended)}`);
    endLike(ended);
  } catch (error) {
    await say(`"${command}" could not be started (${String(error)}). Is it the agent's command?`);
    process.exit((error as NodeJS.ErrnoException).code === "ENOENT" ? NOT_FOUND : NOT_RUN);
  }
}

function describe({ code, signal }: Ended): string {
  return signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
}
