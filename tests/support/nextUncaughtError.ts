/** Resolves with the next uncaught error of the process. */
export function nextUncaughtError(): Promise<unknown> {
  return new Promise((resolve) => {
    const previousListeners = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException");
    process.once("uncaughtException", (error) => {
      for (const listener of previousListeners) process.on("uncaughtException", listener);
      resolve(error);
    });
  });
}
