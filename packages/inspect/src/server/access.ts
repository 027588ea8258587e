import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Who may look: every page and program of this computer can reach the port. The token of the address
 * that was printed is exchanged for a cookie, so that it does not stay in the browser's address bar.
 */
export interface Access {
  readonly address: string;
  /** The `Set-Cookie` value for the token, or `undefined` for any other. */
  exchange(token: string): string | undefined;
  /** True when the `Cookie` header holds the secret of this server. */
  admits(cookieHeader: string | undefined): boolean;
}

export function createAccess(port: number): Access {
  // Cookies ignore ports: the name keeps two servers on one computer apart.
  const cookieName = `acp_inspect_${port}`;
  const token = newSecret();
  const secret = newSecret();
  return {
    address: `http://127.0.0.1:${port}/?token=${token}`,
    exchange: (candidate) =>
      isSame(candidate, token)
        ? `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict`
        : undefined,
    admits: (header) => isSame(cookieValue(header, cookieName) ?? "", secret),
  };
}

const newSecret = (): string => randomBytes(32).toString("base64url");

/** Digests have one length, so that comparing them tells nothing about the secret. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (secret: string): Buffer => createHash("sha256").update(secret).digest();

function cookieValue(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const [key, ...rest] = pair.trim().split("=");
    if (key === name) return rest.join("=");
  }
  return undefined;
}
