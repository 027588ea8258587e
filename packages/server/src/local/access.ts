import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Decides which browsers may use a server. Any program and any web page on this computer can send
 * requests to a loopback port, so reaching the port grants nothing.
 *
 * A token admits one browser, once: the server exchanges it for a session cookie and creates the
 * next token. There is always exactly one unused address, and a copy of a used one (from the
 * browser history, a shared screen or a log) opens nothing. The cookie is valid until the server
 * stops, or longer if the digests are kept in a file.
 */
export interface Access {
  /** Returns the address of a page with the unused token, for an origin such as `http://127.0.0.1:4317`. */
  address(origin: string): string;
  /** Uses up the token and returns the `Set-Cookie` value, or `undefined` if the token is wrong. */
  exchange(token: string): string | undefined;
  /** Returns whether the `Cookie` header contains a session of this server. */
  admits(cookieHeader: string | undefined): boolean;
}

/** The options of {@link createAccess}. */
export interface AccessOptions {
  /** The prefix of the cookie's name. */
  readonly name: string;
  /**
   * The path of a file with the digests of the sessions, so that a restarted server admits the same
   * browsers. It is created with the mode 0600. Default: the sessions end with the process.
   */
  readonly file?: string;
}

/** The content of the file. */
interface SavedAccess {
  readonly id: string;
  readonly digests: readonly string[];
}

/** The number of browsers that are admitted at the same time. The oldest ones lose their session. */
const MAX_SESSIONS = 100;

/**
 * Creates the access control of a server.
 *
 * @throws an error of `node:fs` if the file cannot be written.
 *
 * @example
 * ```ts
 * const access = createAccess({ name: "my_editor", file: "/home/me/.my-editor/access.json" });
 * console.log(access.address("http://127.0.0.1:4317"));
 * ```
 */
export function createAccess({ name, file }: AccessOptions): Access {
  const saved = file === undefined ? undefined : readSaved(file);
  // Browsers send a cookie to every port of a host, so each server has its own name.
  const id = saved?.id ?? randomBytes(4).toString("hex");
  const cookieName = `${name}_${id}`;
  const sessions: Buffer[] = (saved?.digests ?? []).map((text) => Buffer.from(text, "hex"));
  let token = createSecret();

  function save(): void {
    if (file === undefined) return;
    const digests = sessions.map((session) => session.toString("hex"));
    const temporary = `${file}.${process.pid}.tmp`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, JSON.stringify({ id, digests }), { mode: 0o600 });
    renameSync(temporary, file);
  }

  return {
    address: (origin) => `${origin}/?token=${token}`,
    exchange(candidate) {
      if (!isSameDigest(digest(candidate), digest(token))) return undefined;
      token = createSecret();
      const session = createSecret();
      sessions.push(digest(session));
      if (sessions.length > MAX_SESSIONS) sessions.shift();
      save();
      return `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`;
    },
    admits(cookieHeader) {
      const session = parseCookie(cookieHeader, cookieName);
      if (session === undefined) return false;
      const candidate = digest(session);
      return sessions.some((known) => isSameDigest(known, candidate));
    },
  };
}

/** Returns the content of the file, or `undefined` if it is missing or damaged. */
function readSaved(file: string): SavedAccess | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isSavedAccess(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSavedAccess(value: unknown): value is SavedAccess {
  if (typeof value !== "object" || value === null) return false;
  const { id, digests }: { id?: unknown; digests?: unknown } = value;
  const isDigest = (text: unknown): boolean =>
    typeof text === "string" && /^[0-9a-f]{64}$/.test(text);
  return (
    typeof id === "string" &&
    /^[0-9a-f]{8}$/.test(id) &&
    Array.isArray(digests) &&
    digests.every(isDigest)
  );
}

/** Returns a new token or session. */
export const createSecret = (): string => randomBytes(32).toString("base64url");

/** Returns the digest of a secret, which is what the server keeps and compares. */
export const digest = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** Compares two digests, which always have the same length, in constant time. */
export const isSameDigest = (left: Buffer, right: Buffer): boolean => timingSafeEqual(left, right);

/** Returns the value of a cookie in a `Cookie` header. */
export function parseCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const [key, ...rest] = pair.trim().split("=");
    if (key === name) return rest.join("=");
  }
  return undefined;
}
