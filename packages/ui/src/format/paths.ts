/** Returns a path relative to the agent's folder, or the path itself if it is outside. */
export function relativePath(path: string, cwd: string | undefined): string {
  if (cwd === undefined || cwd === "") return path;
  const prefix = /[\\/]$/.test(cwd) ? cwd : `${cwd}${cwd.includes("\\") ? "\\" : "/"}`;
  return path.startsWith(prefix) && path.length > prefix.length ? path.slice(prefix.length) : path;
}

export function baseName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
