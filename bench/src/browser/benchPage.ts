import type { BrowserContext } from "playwright";
import type { BenchPage } from "./pageApi.js";

/** A page without content, whose origin may use IndexedDB. */
const ADDRESS = "http://bench.localhost/";

/** Opens a new page with the functions of a bundled `page/main.ts`. */
export async function openBenchPage(
  context: BrowserContext,
  script: string,
): Promise<BenchPage & { close(): Promise<void> }> {
  const page = await context.newPage();
  await page.route(ADDRESS, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><body>" }),
  );
  await page.goto(ADDRESS);
  await page.evaluate(script);
  const call = <Result>(name: keyof BenchPage, args: unknown[]): Promise<Result> =>
    page.evaluate(`benchPage.${name}(...${JSON.stringify(args)})`);
  return {
    measureRows: (...args) => call("measureRows", args),
    measureMessage: (...args) => call("measureMessage", args),
    save: (...args) => call("save", args),
    restore: () => call("restore", []),
    close: () => page.close(),
  };
}
