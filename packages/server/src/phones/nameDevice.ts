const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android.*Mobile/, "Android phone"],
  [/Android/, "Android tablet"],
  [/Macintosh/, "Mac"],
  [/Windows/, "Windows computer"],
  [/Linux/, "Linux computer"],
];

/** Returns the name of the device that sends a `User-Agent` header. */
export function nameDevice(userAgent: string): string {
  return DEVICES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Unknown device";
}
