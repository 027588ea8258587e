import type { Browser } from "playwright";

/** A task of the main thread of a page. Both times are in milliseconds. */
export interface Task {
  readonly duration: number;
  /** The CPU time of the thread, which a busy machine hardly changes. */
  readonly cpuTime: number;
}

/** An event of Chromium's trace format, with times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Starts recording the tasks of all pages. Returns a function that stops and returns the tasks. */
export async function traceTasks(browser: Browser): Promise<() => Promise<readonly Task[]>> {
  const devtools = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  devtools.on("Tracing.dataCollected", ({ value }) => {
    // The declared type has only strings as values, but the protocol sends whole events.
    for (const event of value as unknown as TraceEvent[]) events.push(event);
  });
  await devtools.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel"], recordMode: "recordAsMuchAsPossible" },
  });
  return async () => {
    const complete = new Promise<void>((resolve) => {
      devtools.once("Tracing.tracingComplete", () => resolve());
    });
    await devtools.send("Tracing.end");
    await complete;
    await devtools.detach();
    return findMainTasks(events);
  };
}

/** Returns the tasks of the main thread that ran most tasks, which is the one of the open page. */
function findMainTasks(events: readonly TraceEvent[]): readonly Task[] {
  const tasksByThread = new Map<string, Task[]>();
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  for (const event of events)
    if (event.name === "thread_name" && event.args?.name === "CrRendererMain")
      tasksByThread.set(threadOf(event), []);
  for (const event of events)
    if (event.name.endsWith("RunTask") && event.dur !== undefined)
      tasksByThread
        .get(threadOf(event))
        ?.push({ duration: event.dur / 1000, cpuTime: (event.tdur ?? event.dur) / 1000 });
  const [busiest = []] = [...tasksByThread.values()].toSorted((a, b) => b.length - a.length);
  return busiest;
}
