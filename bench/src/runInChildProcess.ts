import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Runs a module in its own process, in production mode. Resolves with the message that it sends.
 */
export function runInChildProcess<Message>(
  module: string,
  args: readonly string[],
): Promise<Message> {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), [...args], {
    execArgv: ["--expose-gc"],
    env: { ...process.env, NODE_ENV: "production" },
    serialization: "advanced",
  });
  return new Promise((resolve, reject) => {
    let message: Message | undefined;
    child.on("message", (sent) => (message = sent as Message));
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0 && message !== undefined) resolve(message);
      else reject(new Error(`${module} ${args.join(" ")} exited with code ${code}.`));
    });
  });
}
