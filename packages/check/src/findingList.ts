import { isObject } from "./json.js";
import type { Message } from "./jsonRpc.js";
import type { FindingDetails, FindingLocation } from "./check.js";
import { type FindingCode, RULES } from "./rules.js";
import type { Severity } from "./rule.js";
import type { Finding } from "./types.js";

/** Collects the findings of a trace: one for each defect, although several checks may notice it. */
export interface FindingList {
  /** Adds a finding, unless an earlier one is about the same place. */
  report(code: FindingCode, message: string, details: FindingDetails & FindingLocation): void;
  /** Starts the next message. The findings added next are about its form. */
  beginMessage(message: Message | undefined, frame: number): void;
  /**
   * Ends the findings about the form of the message. Later findings about the same places are left out.
   *
   * @returns Whether the form has a problem.
   */
  endForm(): boolean;
  /** Returns the findings, sorted by frame. */
  list(): readonly Finding[];
  /** Returns a list with the same findings, for those that only apply if the trace ends here. */
  copy(): FindingList;
}

/** The method of a message, and the kind of its update. */
type MessageName = Pick<Finding, "method" | "update">;

/** Creates an empty list for a trace whose version may be unknown. */
export function createFindingList(
  isVersionKnown: () => boolean,
  getVersion: () => 1 | 2,
  earlier: readonly Finding[] = [],
  messages: Map<number, MessageName> = new Map(),
): FindingList {
  const findings = [...earlier];
  /** The places of findings: a frame and a path. */
  const places = new Set(
    earlier.flatMap(({ frame, path }) => (path === undefined ? [] : `${frame} ${path}`)),
  );
  /** The paths in the current message that do not have the right form. */
  let formPaths: readonly string[] = [];
  let messageFrame = 0;
  let messageStart = 0;

  function isKnown({ frame, path }: FindingDetails & FindingLocation): boolean {
    if (path === undefined) return false;
    const isFormDefect = frame === messageFrame && formPaths.some((other) => isInside(path, other));
    return isFormDefect || places.has(`${frame} ${path}`);
  }

  return {
    report: (code, message, details) => {
      if (isKnown(details)) return;
      const { frame, dir, relatedFrames = [], path, expected, actual, diagnostic } = details;
      if (path !== undefined) places.add(`${frame} ${path}`);
      const { severity, text, link } = RULES[code];
      // Without the version, the store may have parsed the message as the wrong one.
      const isUncertain = diagnostic !== undefined && !isVersionKnown();
      findings.push({
        ...{ code, frame, relatedFrames, message },
        severity: isUncertain && severity === "violation" ? "warning" : severity,
        responsible: dir === "recv" ? "agent" : "client",
        ...messages.get(frame),
        ...(path !== undefined && { path }),
        ...(expected !== undefined && { expected }),
        ...(actual !== undefined && { actual }),
        ...(diagnostic && { diagnostic }),
        rule: text,
        link: link[getVersion()],
      });
    },
    beginMessage: (message, frame) => {
      if (message !== undefined) messages.set(frame, nameMessage(message));
      formPaths = [];
      messageFrame = frame;
      messageStart = findings.length;
    },
    endForm: () => {
      formPaths = findings
        .slice(messageStart)
        .map(({ path }) => path)
        .filter((path) => path !== undefined);
      return findings.length > messageStart;
    },
    list: () => findings.toSorted((a, b) => a.frame - b.frame),
    copy: () => createFindingList(isVersionKnown, getVersion, findings, messages),
  };
}

/** Returns the number of findings of each severity. */
export function countBySeverity(findings: readonly Finding[]): Record<Severity, number> {
  const counts = { violation: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/** Returns the method and the kind of update of a message, for the findings about it. */
function nameMessage(message: Message): MessageName {
  const { method, params } = message.kind === "response" ? (message.request ?? {}) : message;
  const update = params?.["update"];
  const kind = isObject(update) ? update["sessionUpdate"] : undefined;
  return {
    ...(method !== undefined && { method }),
    ...(typeof kind === "string" && { update: kind }),
  };
}

/** Returns whether one of two places in a message is the other, or a part of it. */
function isInside(path: string, other: string): boolean {
  return `${path}.`.startsWith(`${other}.`) || other.startsWith(`${path}.`);
}
