import { isAcpFileError } from "@acp-store/client/node";

/** The problems by the codes of the system. */
const PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: "the user of the server has no permission",
  EDQUOT: "there is no space left",
  ELOOP: "a symbolic link leads to itself",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "it does not exist",
  ENOSPC: "there is no space left, or the system watches no more folders",
  ENOTDIR: "a part of its path is not a folder",
  EPERM: "the user of the server has no permission",
  EROFS: "the disk is read-only",
};

/** Returns the error of the system for a file or folder as one for users, who do not know its calls and codes. */
export function explainFileError(path: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (code === undefined || isAcpFileError(error)) return error;
  return new Error(`"${path}" cannot be used: ${PROBLEMS[code] ?? code}.`, { cause: error });
}
