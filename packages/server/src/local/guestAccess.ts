import { randomBytes, randomUUID } from "node:crypto";
import { createSecret, digest, isSameDigest, parseCookie } from "./access.js";

/** A browser that a user has invited, for example on a phone. */
export interface Guest {
  /** Identifies the guest. */
  readonly id: string;
  /** The name of the device, for display. */
  readonly name: string;
}

/** A token for one guest. */
export interface Invitation {
  /** The token, which works once. */
  readonly token: string;
  /** The time at which the token expires, in ms since the epoch. */
  readonly expiresAt: number;
}

/**
 * Decides which browsers may use the guest page. They have no other rights: their cookies are valid
 * only for the path of that page, and the cookies of other pages do not admit guests.
 *
 * A token admits one browser, once, within a few minutes. A newer invitation replaces it. A guest
 * stays until it is removed, or until the server stops. No guest ever takes the place of another one.
 */
export interface GuestAccess {
  /** Creates a token. */
  invite(): Invitation;
  /**
   * Uses up a token and returns the `Set-Cookie` value, or the reason to refuse the guest. A token
   * that is refused as `full` can be used after a guest was removed.
   */
  exchange(
    token: string,
    name: string,
    isSecure: boolean,
  ): { readonly cookie: string } | { readonly refusal: "invalid_token" | "full" };
  /** Returns the guest of a `Cookie` header. */
  find(cookieHeader: string | undefined): Guest | undefined;
  /** Returns all guests. */
  list(): readonly Guest[];
  /** Refuses a guest from now on. */
  remove(id: string): void;
}

export interface GuestAccessOptions {
  /** The prefix of the cookie's name. */
  readonly name: string;
  /** The path of the guest page. */
  readonly path: string;
  /** The time for which a token is valid, in ms. Default: 5 minutes. */
  readonly tokenMs?: number;
  /** Called after a guest was added or removed. */
  readonly onChange?: () => void;
}

const TOKEN_MS = 5 * 60_000;
/** The number of guests. */
export const MAX_GUESTS = 20;

/** Creates the access control of a guest page. */
export function createGuestAccess({
  name,
  path,
  tokenMs = TOKEN_MS,
  onChange = () => {},
}: GuestAccessOptions): GuestAccess {
  // Browsers send a cookie to every port of a host, so each server has its own name.
  const cookieName = `${name}_${randomBytes(4).toString("hex")}`;
  let unused: { readonly digest: Buffer; readonly expiresAt: number } | undefined;
  const guests = new Map<string, Guest & { readonly session: Buffer }>();

  const isValid = (token: string): boolean =>
    unused !== undefined &&
    isSameDigest(unused.digest, digest(token)) &&
    unused.expiresAt > Date.now();

  return {
    invite() {
      const token = createSecret();
      const expiresAt = Date.now() + tokenMs;
      unused = { digest: digest(token), expiresAt };
      return { token, expiresAt };
    },
    exchange(token, guestName, isSecure) {
      if (!isValid(token)) return { refusal: "invalid_token" };
      if (guests.size >= MAX_GUESTS) return { refusal: "full" };
      unused = undefined;
      const secret = createSecret();
      const id = randomUUID();
      guests.set(id, { id, name: guestName, session: digest(secret) });
      onChange();
      const flags = `Path=${path}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
      return { cookie: `${cookieName}=${secret}; ${flags}` };
    },
    find(cookieHeader) {
      const secret = parseCookie(cookieHeader, cookieName);
      if (secret === undefined) return undefined;
      const session = digest(secret);
      return [...guests.values()].find((guest) => isSameDigest(guest.session, session));
    },
    list: () => [...guests.values()],
    remove(id) {
      if (guests.delete(id)) onChange();
    },
  };
}
