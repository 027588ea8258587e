import * as z from "zod/mini";

/** An operating system and a processor, as the registry names them. */
export type AgentPlatform = `${"darwin" | "linux" | "windows"}-${"aarch64" | "x86_64"}`;

/** A package that `npx` or `uvx` downloads and runs. */
export interface PackageDistribution {
  /** The name on npm or PyPI, usually with a version, such as `@google/gemini-cli@0.27.3`. */
  readonly package: string;
  /** The command of the package to run. Absent if the package has only one, or one with its own name. */
  readonly cmd?: string;
  /** The arguments of the command. */
  readonly args?: readonly string[];
  /** Variables to add to the environment of the agent. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A program to download for one platform. */
export interface BinaryDistribution {
  /** The address of the archive, or of the program itself. It begins with `https:`. */
  readonly archive: string;
  /** The path of the program in the archive, such as `./bin/agent`. */
  readonly cmd: string;
  /** The arguments of the program. */
  readonly args?: readonly string[];
  /** Variables to add to the environment of the agent. */
  readonly env?: Readonly<Record<string, string>>;
  /** The SHA-256 checksum of the archive, as 64 hexadecimal digits. */
  readonly sha256?: string;
}

/** The ways to get an agent. An agent has at least one of them, unless a newer format has others. */
export interface AgentDistribution {
  /** A package on npm. */
  readonly npx?: PackageDistribution;
  /** A package on PyPI. */
  readonly uvx?: PackageDistribution;
  /** A program for each supported platform. */
  readonly binary?: { readonly [Platform in AgentPlatform]?: BinaryDistribution };
}

/**
 * An agent of the registry. All of it was written by the authors of the agent: show it as text, and
 * run nothing before the user has agreed to it.
 */
export interface RegistryAgent {
  /** The unique name of the agent: lower-case letters, digits and hyphens. */
  readonly id: string;
  /** The name to show. */
  readonly name: string;
  /** The newest version, such as `1.2.0`. */
  readonly version: string;
  /** A sentence about the agent. */
  readonly description: string;
  /** The ways to get the agent. {@link launchPlans} selects those for a platform. */
  readonly distribution: AgentDistribution;
  /** The address of the source code. */
  readonly repository?: string;
  /** The address of the website or the documentation. */
  readonly website?: string;
  /** The names of the authors. */
  readonly authors?: readonly string[];
  /** The SPDX identifier of the license, or `proprietary`. */
  readonly license?: string;
  /** The address of the license or the terms of service. */
  readonly license_url?: string;
  /** The address of an icon. */
  readonly icon?: string;
}

/** The ids of agents. They become names of folders. */
export const AGENT_ID: RegExp = /^[a-z][a-z0-9-]{0,63}$/;
/** The versions of agents. They become names of folders, so they have no slash and no dot at the end. */
export const AGENT_VERSION: RegExp = /^(?=.{1,64}$)\d+\.\d+\.\d+(?:[a-z0-9.+-]*[a-z0-9])?$/i;
/** A checksum. Its start becomes a part of the name of a folder. */
export const SHA256: RegExp = /^[a-f0-9]{64}$/i;

/**
 * The start of an absolute path, or the name of the parent folder anywhere in a path. Archives and
 * registries from Windows have backslashes, and a drive is absolute everywhere, so that the
 * same registry is valid on every platform.
 */
const LEAVES_FOLDER = /^(?:[/\\]|[a-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/i;

/** Returns whether a relative path stays in its folder, however it is written. */
export function staysInFolder(path: string): boolean {
  return path !== "" && !path.includes("\0") && !LEAVES_FOLDER.test(path);
}

/** Control characters and marks that change the direction of text, which could disguise a command. */
const DISGUISING = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** The maximum number of arguments, variables and authors. */
const MAX_ITEMS = 100;
/** The maximum length of an argument and of the value of a variable, in UTF-16 code units. */
const MAX_ARGUMENT = 4096;

/** A name on npm with an optional version or tag. A path, an address and an option are none. */
const NPM_PACKAGE = /^(?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*(?:@[\w.+~^*-]+)?$/i;
/** A name on PyPI with optional extras and an optional version. */
const PYPI_PACKAGE = /^[a-z0-9][\w.-]*(?:\[[\w.,-]+\])?(?:(?:@|==|~=|>=|<=)[\w.!+*-]+)?$/i;

const line = (maxLength: number) =>
  z.string().check(
    z.maxLength(maxLength),
    z.refine((text) => !DISGUISING.test(text), "text without control characters"),
  );

const name = line(200).check(z.minLength(1));
const argument = line(MAX_ARGUMENT);
const relativePath = argument.check(z.refine(staysInFolder, 'a relative path without ".."'));
const link = line(2048).check(z.url({ protocol: /^https?$/, error: "a web address" }));

const recipe = {
  args: z.exactOptional(z.array(argument).check(z.maxLength(MAX_ITEMS))),
  env: z.exactOptional(
    z
      .record(z.string().check(z.regex(/^[a-z_]\w{0,99}$/i)), argument)
      .check(
        z.refine(
          (variables) => Object.keys(variables).length <= MAX_ITEMS,
          `at most ${MAX_ITEMS} variables`,
        ),
      ),
  ),
};

const packageSchema = (pattern: RegExp, registry: string) =>
  z.exactOptional(
    z.object({
      package: line(300).check(
        z.regex(pattern, `the name of a package on ${registry}, with an optional version`),
      ),
      cmd: z.exactOptional(line(200).check(z.regex(/^[a-z0-9][\w.-]*$/i, "the name of a command"))),
      ...recipe,
    }),
  );

const binarySchema = z.exactOptional(
  z.object({
    archive: line(2048).check(z.url({ protocol: /^https$/, error: "an https address" })),
    cmd: relativePath,
    sha256: z.exactOptional(z.string().check(z.regex(SHA256, "64 hexadecimal digits"))),
    ...recipe,
  }),
);

const distributionSchema = z.object({
  npx: packageSchema(NPM_PACKAGE, "npm"),
  uvx: packageSchema(PYPI_PACKAGE, "PyPI"),
  binary: z.exactOptional(
    z.object({
      "darwin-aarch64": binarySchema,
      "darwin-x86_64": binarySchema,
      "linux-aarch64": binarySchema,
      "linux-x86_64": binarySchema,
      "windows-aarch64": binarySchema,
      "windows-x86_64": binarySchema,
    }),
  ),
});

const details = {
  repository: link,
  website: link,
  authors: z.array(name).check(z.maxLength(MAX_ITEMS)),
  license: name,
  license_url: link,
  icon: link,
};

/** The fields that only people read. An agent can be installed without them, so an invalid one is left out. */
export const DETAILS: Readonly<Record<string, z.ZodMiniType>> = details;

/**
 * An entry of the registry. Unknown fields are left out. The messages of the checks complete
 * "Expected …".
 */
export const agentSchema: z.ZodMiniType<RegistryAgent> = z.object({
  id: z
    .string()
    .check(
      z.regex(
        AGENT_ID,
        "at most 64 lower-case letters, digits and hyphens that begin with a letter",
      ),
    ),
  name,
  version: z.string().check(z.regex(AGENT_VERSION, "a version such as 1.2.0")),
  description: z.string().check(
    z.maxLength(2000),
    z.refine(
      (text) => !DISGUISING.test(text.replaceAll(/\s/g, " ")),
      "text without control characters",
    ),
  ),
  distribution: distributionSchema,
  repository: z.exactOptional(details.repository),
  website: z.exactOptional(details.website),
  authors: z.exactOptional(details.authors),
  license: z.exactOptional(details.license),
  license_url: z.exactOptional(details.license_url),
  icon: z.exactOptional(details.icon),
});
