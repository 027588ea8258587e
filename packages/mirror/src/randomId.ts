/** Returns 24 random letters and digits. `randomUUID` does not exist in insecure contexts. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}
