import { afterEach, beforeEach } from "vitest";

const METHODS = ["debug", "error", "info", "log", "trace", "warn"] as const;

type Method = (typeof METHODS)[number];

const calls: string[] = [];
const originals = new Map<Method, typeof console.log>();

function createRecorder(method: Method): typeof console.log {
  return (...args: unknown[]) => {
    calls.push(`console.${method}(${args.map(String).join(", ")})`);
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
