import { useAcpUi } from "../context/acpUi.js";
import { formatTexts } from "../texts/conversationTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { useTexts } from "../texts/useTexts.js";

/** The language of numbers, durations and dates. */
export interface Format {
  readonly texts: UiTexts["format"];
  /** The language tag. Without one, that of the browser is used. */
  readonly locale?: string | undefined;
}

const ENGLISH: Format = { texts: formatTexts };

/** Returns the language of numbers, durations and dates. */
export function useFormat(): Format {
  return { texts: useTexts("format", formatTexts), locale: useAcpUi().texts.locale };
}

/** Formats a number in short form: 950, 5k, 12.3k, 1.2M. */
export function formatShortNumber(value: number, { texts, locale }: Format = ENGLISH): string {
  if (value < 1000) return formatNumber(value, locale);
  const isSmall = value < 999_950;
  const amount = value / (isSmall ? 1000 : 1_000_000);
  const rounded = formatNumber(Number(amount.toFixed(amount < 100 ? 1 : 0)), locale);
  return isSmall ? texts.thousands(rounded) : texts.millions(rounded);
}

function formatNumber(value: number, locale: string | undefined): string {
  return value.toLocaleString(locale);
}

/** Formats a number of bytes in kB or MB, at least as 0.1 kB. */
export function formatBytes(bytes: number, locale: string | undefined): string {
  const isSmall = bytes < 999_500;
  const amount = Math.max(0.1, bytes / (isSmall ? 1000 : 1_000_000));
  return amount.toLocaleString(locale, {
    ...{ style: "unit", unitDisplay: "short", unit: isSmall ? "kilobyte" : "megabyte" },
    maximumFractionDigits: amount < 10 ? 1 : 0,
  });
}

/**
 * Formats a duration in ms, rounded down like a running clock: less than 1 s, 12 s, 3 min 5 s,
 * 1 h 2 min.
 */
export function formatDuration(ms: number, { texts, locale }: Format = ENGLISH): string {
  const total = Math.floor(ms / 1000);
  if (total < 1) return texts.lessThanASecond;
  const seconds = texts.seconds(formatNumber(total % 60, locale));
  if (total < 60) return seconds;
  const inMinutes = Math.floor(total / 60);
  const minutes = texts.minutes(formatNumber(inMinutes % 60, locale));
  if (inMinutes < 60) return total % 60 === 0 ? minutes : `${minutes} ${seconds}`;
  const hours = texts.hours(formatNumber(Math.floor(inMinutes / 60), locale));
  return inMinutes % 60 === 0 ? hours : `${hours} ${minutes}`;
}

/** Formats a timestamp: the time if it is today, otherwise the date. */
export function formatTimestamp(time: string | number, { locale }: Format = ENGLISH): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" })
    : formatDay(time, locale);
}

function formatDay(time: string | number, locale: string | undefined): string {
  return new Date(time).toLocaleDateString(locale, { day: "numeric", month: "short" });
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats how long ago a time was, in short form: now, 5 min, 3 h, 2 d, or the date. */
export function formatAge(time: number, now: number, format: Format = ENGLISH): string {
  const { texts, locale } = format;
  const age = now - time;
  const count = (unitMs: number): string => formatNumber(Math.floor(age / unitMs), locale);
  if (age < MINUTE_MS) return texts.ageNow;
  if (age < HOUR_MS) return texts.ageMinutes(count(MINUTE_MS));
  if (age < DAY_MS) return texts.ageHours(count(HOUR_MS));
  return age < 7 * DAY_MS ? texts.ageDays(count(DAY_MS)) : formatDay(time, locale);
}
