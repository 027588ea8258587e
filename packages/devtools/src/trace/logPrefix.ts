import type { MessageDirection } from "./lineReading.js";

/** The words for a direction, as a client would use them. */
const DIRECTION_WORDS: Readonly<Record<MessageDirection, ReadonlySet<string>>> = {
  recv: new Set([
    ...["recv", "received", "receive", "receiving", "in", "incoming", "inbound", "read"],
    ...["rx", "stdout"],
  ]),
  sent: new Set([
    ...["sent", "send", "sending", "out", "outgoing", "outbound", "write"],
    ...["tx", "stdin"],
  ]),
};

/** The names of the sender. */
const SENDERS: Readonly<Record<MessageDirection, ReadonlySet<string>>> = {
  recv: new Set(["agent", "server"]),
  sent: new Set(["client", "editor"]),
};

/** Both sides, as in "client → agent", "agent_to_client" and "agentClient". */
const BOTH_SIDES: Readonly<Record<MessageDirection, RegExp>> = {
  recv: /(?:agent|server)[^a-z]{0,6}(?:to)?[^a-z]{0,6}(?:client|editor)(?![^a-z]?protocol)/,
  sent: /(?:client|editor)[^a-z]{0,6}(?:to)?[^a-z]{0,6}(?:agent|server)/,
};

const DIRECTIONS = ["recv", "sent"] as const;
const WORDS = /<-+|-+>|[<>]+|[←→]|[a-z]+/g;
const INCOMING_ARROW = /^[<←]/;
const OUTGOING_ARROW = /[>→]$/;

/**
 * Returns the direction that a text names, such as "→", ">>>", "agent stdout" or "client_to_agent".
 * The last arrow or verb decides, or else the last name of a side.
 */
export function readDirection(text: string): MessageDirection | undefined {
  const lower = text.toLowerCase();
  const both = DIRECTIONS.find((dir) => BOTH_SIDES[dir].test(lower));
  if (both !== undefined) return both;
  const words = (lower.match(WORDS) ?? []).toReversed();
  for (const word of words) {
    if (INCOMING_ARROW.test(word)) return "recv";
    if (OUTGOING_ARROW.test(word)) return "sent";
    const dir = DIRECTIONS.find((known) => DIRECTION_WORDS[known].has(word));
    if (dir !== undefined) return dir;
  }
  for (const word of words) {
    const dir = DIRECTIONS.find((known) => SENDERS[known].has(word));
    if (dir !== undefined) return dir;
  }
  return undefined;
}

/** `2026-11-24T05:27:34.123Z`, `2026-05-18 15:20:38,252` and `12:00:01.123`. */
const DATE_OR_CLOCK =
  /(?:(\d{4})-(\d\d)-(\d\d)[T ])?(\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(?:Z|([+-]\d\d):?(\d\d))?/;
/** A Unix time in seconds or in milliseconds. */
const UNIX_TIME = /(?<![\d.])\d{10}(?:\d{3}|\.\d{1,9})?(?![\d.])/;
/** `+12ms` and `+1.5s`. */
const ELAPSED = /\+(\d{1,12}(?:\.\d{1,9})?) ?(ms|s)(?![a-z])/;

/** Returns the time that a text contains, in milliseconds counted from any start. */
export function readTextTime(text: string): number | undefined {
  const clock = DATE_OR_CLOCK.exec(text);
  if (clock !== null) {
    const [, year, month, day, hours, minutes, seconds, fraction = "0", zone = "0", rest] = clock;
    const date = year === undefined ? 0 : Date.UTC(Number(year), Number(month) - 1, Number(day));
    const offset = Number(zone) * 60 + Number(rest ?? 0) * (zone.startsWith("-") ? -1 : 1);
    const minutesOfDay = Number(hours) * 60 + Number(minutes) - offset;
    return date + minutesOfDay * 60_000 + Number(`${seconds}.${fraction}`) * 1000;
  }
  const [unix] = UNIX_TIME.exec(text) ?? [];
  if (unix !== undefined) return toMilliseconds(Number(unix));
  const [, elapsed, unit] = ELAPSED.exec(text) ?? [];
  return elapsed === undefined ? undefined : Number(elapsed) * (unit === "s" ? 1000 : 1);
}

/** Unix times in seconds and in milliseconds are above these values since 2001 and 1973. */
const MIN_UNIX_SECONDS = 1e9;
const MIN_UNIX_MS = 1e11;

/** Returns a time in milliseconds. Only Unix times can be in seconds. */
export function toMilliseconds(time: number): number {
  return time >= MIN_UNIX_SECONDS && time < MIN_UNIX_MS ? time * 1000 : time;
}
