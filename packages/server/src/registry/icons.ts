import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import * as z from "zod/mini";

/**
 * The icons of agents as `data:` URLs. The server loads them, because its content security policy allows no
 * images of other servers, which would learn about the user.
 */
export interface Icons {
  /** Returns the icon at an address if it was loaded. */
  get(url: string | undefined): string | undefined;
  /**
   * Loads the icons that are not known yet, or all of them again. Resolves when each is there or has failed,
   * and after a few seconds at the latest. A failed one is tried again with the next list.
   */
  load(urls: readonly string[], isForced: boolean): Promise<void>;
}

/** Icons of the registry are pictures of 16 × 16 pixels. */
const MAX_ICON_BYTES = 32_000;
const MAX_ICONS = 1_000;
/** The time that a list waits for icons. */
const WAIT_MS = 3_000;
const LOAD_MS = 10_000;
const TYPES: ReadonlySet<string> = new Set([
  "image/svg+xml",
  "image/png",
  "image/jpeg",
  "image/webp",
]);

const iconsSchema = z.record(
  z.string(),
  z.string().check(z.maxLength(4 * MAX_ICON_BYTES), z.regex(/^data:image\/[a-z+]+[;,]/)),
);

/** Opens the icons of a file. Without a usable file, there are none yet. */
export function openIcons(file: string, fetch: typeof globalThis.fetch = globalThis.fetch): Icons {
  const icons = new Map(Object.entries(readIcons(file)));
  const loading = new Map<string, Promise<void>>();

  async function loadOne(url: string): Promise<void> {
    try {
      icons.set(url, await download(url, fetch));
    } catch {
      // The agent is listed with the icon that it had before, or with none.
    } finally {
      loading.delete(url);
    }
  }

  return {
    get: (url) => (url === undefined ? undefined : icons.get(url)),
    async load(urls, isForced) {
      const wanted = new Set(urls.slice(0, MAX_ICONS));
      for (const url of wanted)
        if ((isForced || !icons.has(url)) && !loading.has(url)) loading.set(url, loadOne(url));
      const loads = [...wanted].flatMap((url) => loading.get(url) ?? []);
      if (loads.length === 0) return;
      const loaded = Promise.all(loads).then(() => {
        for (const url of icons.keys()) if (!wanted.has(url)) icons.delete(url);
        writeIcons(file, Object.fromEntries(icons));
      });
      const timeout = new AbortController();
      await Promise.race([loaded, setTimeout(WAIT_MS, undefined, timeout).catch(() => {})]);
      timeout.abort();
    },
  };
}

/** Downloads an icon, and returns it as a `data:` URL. */
async function download(url: string, fetch: typeof globalThis.fetch): Promise<string> {
  requireHttps(url);
  const response = await fetch(url, { signal: AbortSignal.timeout(LOAD_MS) });
  const [header = ""] = response.headers.get("content-type")?.split(";") ?? [];
  const type = header.trim();
  if (!response.ok || response.body === null || !TYPES.has(type)) {
    await response.body?.cancel();
    throw new Error(`The server sent no picture for ${url}.`);
  }
  if (response.url !== "") requireHttps(response.url);
  const parts: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the download.
  for await (const part of response.body) {
    size += part.byteLength;
    if (size > MAX_ICON_BYTES)
      throw new Error(`The icon at ${url} is larger than ${MAX_ICON_BYTES} bytes.`);
    parts.push(part);
  }
  const content = Buffer.concat(parts);
  // As text, so that a page can see whether an icon has the color of the text around it.
  return type === "image/svg+xml"
    ? `data:image/svg+xml,${encodeURIComponent(content.toString("utf8"))}`
    : `data:${type};base64,${content.toString("base64")}`;
}

/** An address without encryption could be a service in the user's own network. */
function requireHttps(url: string): void {
  if (!url.startsWith("https:")) throw new Error(`The icon at ${url} has no https address.`);
}

function readIcons(file: string): Readonly<Record<string, string>> {
  try {
    return iconsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return {};
  }
}

/** Writes the icons. If that fails, they are loaded again after a restart. */
function writeIcons(file: string, icons: Readonly<Record<string, string>>): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    rmSync(temporary, { force: true });
    writeFileSync(temporary, JSON.stringify(icons), { mode: 0o600, flag: "wx" });
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, { force: true });
  }
}
