import { afterEach, beforeEach } from "vitest";

const METHODS = ["debug", "error", "info", "log", "trace", "warn"] as const;

type Method = (typeof METHODS)[number];

/**
 * Browsers report with this message that they call the remaining size observers in the next frame.
 * It does not report a defect. It appears under load, when TanStack Virtual corrects the scroll
 * position: it renders while the browser calls the observers.
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
