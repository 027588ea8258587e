import { afterEach, beforeEach } from "vitest";

const METHODS = ["debug", "error", "info", "log", "trace", "warn"] as const;

type Method = (typeof METHODS)[number];

/**
 * A report of browsers, not a defect: the remaining observers of sizes are called in the next frame. It
 * appears under load, because TanStack Virtual renders while sizes are delivered when it corrects the
 * scroll position.
 */
const DELAYED_SIZES = "ResizeObserver loop completed with undelivered notifications.";

const calls: string[] = [];
const originals = new Map<Method, typeof console.log>();

function createRecorder(method: Method): typeof console.log {
  return (...args: unknown[]) => {
    const text = args.map(String).join(", ");
    if (!text.endsWith(DELAYED_SIZES)) calls.push(`console.${method}(${text})`);
  };
}

// Fails a test that writes to the console. A test that expects output replaces the method with
// `vi.spyOn(console, method).mockImplementation(() => {})`, so that only the spy receives the call.
beforeEach(() => {
  calls.length = 0;
  for (const method of METHODS) {
    originals.set(method, console[method]);
    console[method] = createRecorder(method);
  }
});

afterEach(() => {
  for (const [method, original] of originals) console[method] = original;
  originals.clear();
  if (calls.length === 0) return;
  throw new Error(`Unexpected console output:\n${calls.splice(0).join("\n")}`);
});
