/** What the server was started for. */
export type PageConfig = AgentConfig | ReplayConfig;

export interface AgentConfig {
  readonly mode: "agent";
  readonly agent: { readonly command: string; readonly args: readonly string[] };
  readonly cwd: string;
  /** The version of the protocol to speak, where only one will do. */
  readonly protocol?: 1 | 2;
}

export interface ReplayConfig {
  readonly mode: "replay";
  readonly file: string;
}

/** @throws Error with a text for the user when the server does not answer. */
export async function fetchConfig(signal: AbortSignal): Promise<PageConfig> {
  return (await fetchOk("/api/config", signal)).json() as Promise<PageConfig>;
}

/** @throws Error with the server's own words when it refuses. */
export async function fetchOk(path: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(path, { signal });
  if (response.ok) return response;
  throw new Error((await response.text()).trim() || `The server answered ${response.status}.`);
}

/** The command as one would type it, shortened to the name of the program. */
export function commandName({ agent }: AgentConfig): string {
  return agent.command.split(/[\\/]/).at(-1) ?? agent.command;
}
