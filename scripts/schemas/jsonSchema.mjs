// Reads the JSON schemas of the protocol.

/** @typedef {{ [keyword: string]: unknown }} Schema */

/**
 * Returns the name of the field with a constant value that selects a branch of a union.
 * @param {Schema} branch
 * @returns {string | undefined}
 */
export function discriminatorOf(branch) {
  const properties = Object.entries(asSchema(branch["properties"] ?? {}));
  return properties.find(([, property]) => "const" in asSchema(property))?.[0];
}

/**
 * @param {Schema} node
 * @returns {Schema[] | undefined}
 */
export function branchesOf(node) {
  const branches = node["anyOf"] ?? node["oneOf"];
  return branches === undefined ? undefined : asArray(branches).map(asSchema);
}

/**
 * Returns the name of the definition that a node consists of.
 * @param {Schema} node
 * @returns {string | undefined}
 */
export function refOf(node) {
  if (node["$ref"] !== undefined) return nameOf(node);
  const [base, ...more] = asArray(node["allOf"] ?? []).map(asSchema);
  const isAlone = base !== undefined && more.length === 0 && node["properties"] === undefined;
  return isAlone && base["$ref"] !== undefined ? nameOf(base) : undefined;
}

/** @param {Schema} node */
export function nameOf(node) {
  return String(node["$ref"]).replace("#/$defs/", "");
}

/**
 * @param {unknown} value
 * @returns {value is Schema}
 */
export function isSchema(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} value
 * @returns {Schema}
 */
export function asSchema(value) {
  return isSchema(value) ? value : fail("Not a schema", value);
}

/**
 * @param {unknown} value
 * @returns {string[] & Schema[]}
 */
export function asArray(value) {
  return Array.isArray(value) ? value : fail("Not an array", value);
}

/**
 * @param {string} problem
 * @param {unknown} [node]
 * @returns {never}
 */
export function fail(problem, node) {
  throw new Error(`${problem} is not supported: ${JSON.stringify(node)}`);
}
