/** The URL of a request line, or `undefined` where it holds none. */
export function parseUrl(target = "/"): URL | undefined {
  try {
    return new URL(target, "http://127.0.0.1");
  } catch {
    return undefined;
  }
}
