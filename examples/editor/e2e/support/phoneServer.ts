import { fileURLToPath } from "node:url";
import type { BrowserContextOptions, Page } from "playwright";
import {
  type StartOptions,
  startServer,
  type TestServer,
} from "../../../../packages/server/tests/phones/support/phones.js";
import { openPage, type OpenPageOptions } from "../../../../tests/support/openPage.js";

/** A phone. */
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
};

/** Starts a server with the page for phones of the editor. */
export function startPhoneServer(
  agents: Parameters<typeof startServer>[0],
  options: StartOptions = {},
): Promise<TestServer> {
  const phoneDir = fileURLToPath(new URL("../../dist/phone", import.meta.url));
  return startServer(agents, { phoneDir, ...options });
}

/** Opens a link on a phone, in a separate browser. */
export function openOnPhone(link: string, options?: OpenPageOptions): Promise<Page> {
  return openPage(link, { ...PHONE, ...options });
}

/** Pairs a phone with a server. */
export async function openPhone(server: TestServer, options?: OpenPageOptions): Promise<Page> {
  const { link } = await server.phones.invite();
  const phone = await openOnPhone(link, options);
  await phone.getByText("Connected", { exact: true }).waitFor();
  return phone;
}
