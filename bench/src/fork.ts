import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs a module in a process of its own, in production mode, and yields what it sends. */
export function forked<Message>(module: string, args: readonly string[]): Promise<Message> {
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
      else reject(new Error(`${module} ${args.join(" ")} ended with ${code}.`));
    });
  });
}
