import * as reads from "@acp-store/core/reads";
import { type ReadHook, useRead } from "./useRead.js";

/**
 * Returns the agent's description of itself from the initialization: its name and version, its
 * capabilities and its sign-in methods. Renders again when a connection is initialized, and when the
 * user signs in or out.
 * {@link https://agentclientprotocol.com/protocol/v1/initialization}
 *
 * @example
 * ```tsx
 * function Title() {
 *   return <h1>{useAgent((agent) => agent.info?.title ?? agent.info?.name)}</h1>;
 * }
 * ```
 */
export const useAgent: ReadHook<typeof reads.agentRead> = (...args) =>
  useRead(useAgent, reads.agentRead, args);

/**
 * Returns whether the user is signed in to the agent, with the methods to sign in, and the error if
 * that failed. Renders again only when one of them changes.
 * {@link https://agentclientprotocol.com/protocol/v1/authentication}
 *
 * @example
 * ```tsx
 * function SignIn({ authenticate }: { authenticate(methodId: string): void }) {
 *   const auth = useAuth();
 *   if (auth.status === "in_progress") return <p role="status">Signing in…</p>;
 *   if (auth.status !== "required" && auth.status !== "failed") return null;
 *   return (
 *     <form>
 *       {auth.error && <p role="alert">{auth.error.message}</p>}
 *       {auth.methods.map(({ id, name }) => (
 *         <button key={id} type="button" onClick={() => authenticate(id)}>{name}</button>
 *       ))}
 *     </form>
 *   );
 * }
 * ```
 */
export const useAuth: ReadHook<typeof reads.authRead> = (...args) =>
  useRead(useAuth, reads.authRead, args);

/**
 * Returns the state of the connection to the agent, or `undefined` in a store that is only fed
 * with updates. `retryAt` is in ms of the store's clock, by default `Date.now`.
 *
 * @example
 * ```tsx
 * function Lost() {
 *   const reason = useConnection((connection) =>
 *     connection?.status === "lost" ? connection.reason : undefined,
 *   );
 *   return reason === undefined ? null : <p role="status">{reason} Trying again.</p>;
 * }
 * ```
 */
export const useConnection: ReadHook<typeof reads.connectionRead> = (...args) =>
  useRead(useConnection, reads.connectionRead, args);
