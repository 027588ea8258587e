import type { KeyboardEvent } from "react";

/** Left and right go from one bar of the timeline to the next. */
export function goAlongBars(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const bars = [...event.currentTarget.querySelectorAll<HTMLElement>(".bar")];
  const place = bars.findIndex((bar) => bar === event.target);
  if (step === undefined || place < 0) return;
  event.preventDefault();
  bars[place + step]?.focus();
}
