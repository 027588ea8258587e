import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Decides which browsers may use a server. Any program and any web page on this computer can send
 * requests to a loopback port, so reaching the port grants nothing.
 *
 * A token admits one browser, once: the server exchanges it for a session cookie and creates the
 * next token. There is always exactly one unused address, and a copy of a used one (from the
 * browser history, a shared screen or a log) opens nothing. The cookie is valid until the server
 * stops, so the page can be reloaded.
 */
export interface Access {
  /** Returns the address that contains the unused token. */
  address(): string;
  /** Uses up the token and returns the `Set-Cookie` value, or `undefined` if the token is wrong. */
  exchange(token: string): string | undefined;
  /** Returns whether the `Cookie` header contains a session of this server. */
  admits(cookieHeader: string | undefined): boolean;
}

/**
 * Creates the access control for the server on `port`. `name` is the prefix of the cookie's name.
 */
export function createAccess(name: string, port: number): Access {
  // Browsers send a cookie to every port of a host, so the name has to include the port.
  const cookieName = `${name}_${port}`;
  const sessions: Buffer[] = [];
  let token = createSecret();

  return {
    address: () => `http://127.0.0.1:${port}/?token=${token}`,
    exchange(candidate) {
      if (!isSameDigest(digest(candidate), digest(token))) return undefined;
      token = createSecret();
      const session = createSecret();
      sessions.push(digest(session));
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
