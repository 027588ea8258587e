import { RequestError } from "@agentclientprotocol/sdk/unstable";
import { callScript } from "./scriptErrors.js";

/** Requires the user to sign in. {@link https://agentclientprotocol.com/protocol/v1/authentication} */
export interface SignInScript {
  /** The ways to sign in. */
  readonly methods: readonly SignInMethod[];
  /** Called when the user signs in. The sign-in fails if it throws. */
  onSignIn?(methodId: string, signal: AbortSignal): void | Promise<void>;
  /** The account that a signed-in user has. */
  readonly account?: SignInAccount;
}

/** A way to sign in. */
export interface SignInMethod {
  /** The id of the method. */
  readonly id: string;
  /** The name that is shown to the user. */
  readonly name: string;
  /** The description that is shown to the user. */
  readonly description?: string;
}

/** An account of the user at the agent. */
export interface SignInAccount {
  /** The label of the account, such as the name of a plan. */
  readonly label: string;
  /** The name of the user. */
  readonly name?: string;
  /** The email address of the user. */
  readonly email?: string;
}

/** Signs the user in and out, independent of the protocol version. */
export interface SignIn {
  readonly isRequired: boolean;
  /** The ways to sign in. Empty if no sign-in is required. */
  readonly methods: readonly SignInMethod[];
  /** @throws RequestError with code -32000 if the user has to sign in first. */
  require(): void;
  /** Rejects with a RequestError if the method is unknown or fails. */
  signIn(methodId: string, signal: AbortSignal): Promise<void>;
  signOut(): void;
  getStatus(): AuthReport;
}

interface AuthReport {
  readonly state: "authenticated" | "unauthenticated" | "not_required";
  readonly accounts: (SignInAccount & { active: boolean })[];
}

export function createSignIn(script: SignInScript | undefined): SignIn {
  let isSignedIn = false;
  return {
    isRequired: script !== undefined,
    methods: script?.methods ?? [],
    require() {
      if (script !== undefined && !isSignedIn) throw RequestError.authRequired();
    },
    async signIn(methodId, signal) {
      if (!script?.methods.some(({ id }) => id === methodId))
        throw RequestError.invalidParams({ methodId }, "unknown method");
      await callScript(() => script.onSignIn?.(methodId, signal));
      isSignedIn = true;
    },
    signOut() {
      isSignedIn = false;
    },
    getStatus() {
      if (script === undefined) return { state: "not_required", accounts: [] };
      if (!isSignedIn) return { state: "unauthenticated", accounts: [] };
      const accounts = script.account ? [{ ...script.account, active: true }] : [];
      return { state: "authenticated", accounts };
    },
  };
}
