import { RequestError } from "@agentclientprotocol/sdk/unstable";
import type { Pace } from "./pace.js";

/** Signs the user in and out, independent of the protocol version. */
export interface SignIn {
  readonly isRequired: boolean;
  /** The ways to sign in. Empty if no sign-in is required. */
  readonly methods: readonly SignInMethod[];
  /** @throws {RequestError} with code -32000 if the user has to sign in first. */
  require(): void;
  /** @throws {RequestError} if the method is unknown or fails. */
  signIn(methodId: string, signal: AbortSignal): Promise<void>;
  signOut(): void;
  getStatus(): AuthReport;
}

interface SignInMethod {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

interface AuthReport {
  readonly state: "authenticated" | "unauthenticated" | "not_required";
  readonly accounts: { label: string; name: string; email: string; active: boolean }[];
}

const DEMO_ACCOUNT = {
  label: "Demo plan",
  name: "Robin Example",
  email: "robin@example.com",
  active: true,
};
const METHODS: readonly SignInMethod[] = [
  { id: "demo", name: "Demo account", description: "Signs you in without a password" },
  { id: "expired", name: "Expired key", description: "Fails, to show a sign-in that fails" },
];
const SIGN_IN_MS = 900;

export function createSignIn(pace: Pace, isRequired: boolean): SignIn {
  let isSignedIn = false;
  return {
    isRequired,
    methods: isRequired ? METHODS : [],
    require() {
      if (isRequired && !isSignedIn) throw RequestError.authRequired();
    },
    async signIn(methodId, signal) {
      if (!METHODS.some(({ id }) => id === methodId))
        throw RequestError.invalidParams({ methodId }, "unknown method");
      await pace.pause(SIGN_IN_MS, signal);
      if (methodId === "expired") throw new RequestError(-32603, "The key has expired");
      isSignedIn = true;
    },
    signOut() {
      isSignedIn = false;
    },
    getStatus() {
      if (!isRequired) return { state: "not_required", accounts: [] };
      if (!isSignedIn) return { state: "unauthenticated", accounts: [] };
      return { state: "authenticated", accounts: [DEMO_ACCOUNT] };
    },
  };
}
