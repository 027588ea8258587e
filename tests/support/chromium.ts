import { type Browser, chromium } from "playwright";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { CHROMIUM_ARGS } from "../../scripts/chromium.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The address at which Playwright reaches Chromium. */
    chromiumAddress: string;
  }
}

/** Starts Chromium, once for all e2e tests. */
export async function setup({ config, provide }: TestProject): Promise<() => Promise<void>> {
  const executablePath = config.env.CHROMIUM_PATH;
  const server = await chromium.launchServer({
    args: CHROMIUM_ARGS,
    ...(executablePath !== undefined && { executablePath }),
  });
  provide("chromiumAddress", server.wsEndpoint());
  return () => server.close();
}

let connection: Promise<Browser> | undefined;

/** Returns Chromium. The connection is kept for all tests of a worker. */
export function connectChromium(): Promise<Browser> {
  connection ??= chromium.connect(inject("chromiumAddress"));
  return connection;
}
