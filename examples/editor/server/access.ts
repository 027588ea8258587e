import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Who may use this server: it starts programs, and every page and program of this computer can
 * reach its port.
 *
 * A token admits one browser, once: it is exchanged for a session cookie, and a new token takes
 * its place. So there is always exactly one unused address, a copy of a used one (browser
 * history, a screen shared, a log) opens nothing, and a second browser gets the next address from
 * the terminal. The cookie counts until the server stops, so pages can be reloaded.
 */
export interface Access {
  /** The unused address. */
  address(): string;
  /** Spends the token, and returns the `Set-Cookie` value; `undefined` for any other token. */
  exchange(token: string): string | undefined;
  /** True when the `Cookie` header holds a session of this server. */
  admits(cookieHeader: string | undefined): boolean;
}

export function createAccess(port: number): Access {
  // Cookies ignore ports: the name keeps two servers on one computer apart.
  const cookieName = `acp_editor_${port}`;
  const sessions: Buffer[] = [];
  let token = newSecret();

  return {
    address: () => `http://127.0.0.1:${port}/?token=${token}`,
    exchange(candidate) {
      if (!timingSafeEqual(digest(candidate), digest(token))) return undefined;
      token = newSecret();
      const session = newSecret();
      sessions.push(digest(session));
      return `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`;
    },
    admits(cookieHeader) {
      const session = cookieValue(cookieHeader, cookieName);
      if (session === undefined) return false;
      const wanted = digest(session);
      return sessions.some((known) => timingSafeEqual(known, wanted));
    },
  };
}

const newSecret = (): string => randomBytes(32).toString("base64url");

/** Digests have one length, so that comparing them tells nothing about the secret. */
const digest = (secret: string): Buffer => createHash("sha256").update(secret).digest();

function cookieValue(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const [key, ...rest] = pair.trim().split("=");
    if (key === name) return rest.join("=");
  }
  return undefined;
}
