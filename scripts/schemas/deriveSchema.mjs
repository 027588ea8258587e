// Derives a strict schema from a JSON schema of the SDK. The changes are listed in ../generate-schemas.mjs.
import {
  asArray,
  asSchema,
  branchesOf,
  discriminatorOf,
  fail,
  isSchema,
  nameOf,
  refOf,
} from "./jsonSchema.mjs";

/** @typedef {import("./jsonSchema.mjs").Schema} Schema */
/** @typedef {{ properties: { [name: string]: Schema }, required: string[], union: Schema[] | undefined }} Fields */

const ABSOLUTE_PATH = {
  pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
  "x-format": "an absolute path",
};
const DATE_TIME = {
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z|[+-]\\d\\d:\\d\\d)$",
  "x-format": "an ISO 8601 date and time",
};
const BASE64 = { format: "base64", "x-format": "base64" };

/**
 * Derives the strict schema of a protocol version from the definitions of the SDK.
 * @param {{ [name: string]: Schema }} definitions
 */
export function deriveSchema(definitions) {
  /** @type {{ [method: string]: { [side: string]: { [part: string]: string } } }} */
  const methods = {};
  /** @type {{ [name: string]: Schema }} */
  const derived = {};

  /** @param {string} name */
  const derive = (name) => {
    if (name in derived) return;
    derived[name] = {};
    derived[name] = deriveNode(lookUp(name));
  };
  /** @param {string} name */
  const lookUp = (name) => definitions[name] ?? fail(`There is no definition ${name}`);

  /**
   * @param {Schema} node
   * @returns {Schema}
   */
  function deriveNode(node) {
    const target = refOf(node);
    if (target === "AbsolutePath") return { type: "string", ...ABSOLUTE_PATH };
    if (target !== undefined) {
      const inlined = deriveScalar(lookUp(target));
      if (inlined !== undefined) return inlined;
      derive(target);
      return { $ref: `#/$defs/${target}` };
    }
    const scalar = deriveScalar(node);
    if (scalar !== undefined) return scalar;
    const branches = branchesOf(node);
    if (branches?.some(({ type }) => type === "null")) {
      const [other, ...more] = branches.filter(({ type }) => type !== "null");
      if (other === undefined || more.length > 0) fail("A nullable union", node);
      else return { if: { type: "null" }, else: deriveNode(other) };
    }
    const list = branches?.find(({ type }) => type === "array");
    if (branches !== undefined && list !== undefined) {
      const scalars = deriveScalars(branches.filter((branch) => branch !== list));
      return scalars === undefined
        ? deriveArrays(branches)
        : {
            type: [...new Set([scalars["type"], "array"].flat())],
            items: deriveNode(asSchema(list["items"])),
          };
    }
    if (node["type"] === "array" || String(node["type"]) === "array,null") {
      const { type, minItems, items } = node;
      return {
        type,
        ...(minItems !== undefined && { minItems }),
        items: deriveNode(asSchema(items)),
      };
    }
    return deriveObject(node, []);
  }

  /**
   * Derives a node without fields or items. Returns `undefined` for others.
   * @param {Schema} node
   * @returns {Schema | undefined}
   */
  function deriveScalar(node) {
    const { type, minimum, maximum, minLength, format, contentEncoding } = node;
    const target = refOf(node);
    if (target !== undefined) return deriveScalar(lookUp(target));
    const branches = branchesOf(node);
    if (branches !== undefined) return deriveScalars(branches);
    if (type === undefined && node["properties"] === undefined && node["allOf"] === undefined)
      return {};
    if (!/^(?:(?:string|integer|number|boolean|null),?)+$/.test(String(type))) return undefined;
    return {
      type,
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      ...(minLength !== undefined && { minLength }),
      ...(format === "uri" && { pattern: "^[A-Za-z][A-Za-z0-9+.-]*:", "x-format": "a URI" }),
      ...(contentEncoding === "base64" && BASE64),
      ...(format === "date-time" && DATE_TIME),
    };
  }

  /**
   * @param {Schema[]} branches
   * @returns {Schema | undefined}
   */
  function deriveScalars(branches) {
    const isNullable = branches.some(({ type }) => type === "null");
    const values = branches.flatMap((branch) =>
      "const" in branch ? [String(branch["const"])] : [],
    );
    if (values.length > 0 && branches.every(({ type }) => type === "string" || type === "null")) {
      const type = isNullable ? ["string", "null"] : "string";
      if (branches.every((branch) => "const" in branch || branch["type"] === "null"))
        return { type, enum: isNullable ? [...values, null] : values };
      return { type, pattern: `^(?:${values.join("|")}|_.*)$`, "x-values": values };
    }
    const parts = branches.map(deriveScalar);
    if (parts.some((part) => part !== undefined && Object.keys(part).length === 0)) return {};
    if (!parts.every((part) => part !== undefined)) return undefined;
    const [first = {}, ...others] = parts.filter((part) => part["type"] !== "null");
    const types = [...new Set(parts.flatMap((part) => part["type"]))];
    if (others.length > 0) return { type: types.length === 1 ? types[0] : types };
    return {
      ...first,
      type: types,
      ...("enum" in first && { enum: [...asArray(first["enum"]), null] }),
    };
  }

  /**
   * Derives lists with different kinds of items: the first item decides.
   * @param {Schema[]} branches
   * @returns {Schema}
   */
  function deriveArrays([first, second, ...more]) {
    if (first === undefined || second === undefined || more.length > 0) fail("A union of arrays");
    const [keys, otherKeys] = [first, second].map(
      ({ items }) => fieldsOf(asSchema(items)).required,
    );
    const key =
      otherKeys?.find((name) => !keys?.includes(name)) ?? fail("The items have the same fields");
    return {
      type: "array",
      if: { minItems: 1, prefixItems: [{ required: [key] }] },
      then: deriveNode(second ?? {}),
      else: deriveNode(first ?? {}),
    };
  }

  /**
   * @param {Schema} node
   * @param {readonly string[]} inherited The names of fields that are validated elsewhere.
   * @param {boolean} isOpen Whether the object may have other fields.
   * @returns {Schema}
   */
  function deriveObject(node, inherited, isOpen = false) {
    const { properties, required, union } = fieldsOf(node);
    const derivedProperties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        addDescribedRules(name, deriveNode(property), {
          description: String(property["description"]),
          isMedia: "mimeType" in properties,
        }),
      ]),
    );
    const names = [...new Set([...inherited, ...Object.keys(properties)])];
    const object = {
      type: node["type"] ?? "object",
      ...(required.length > 0 && { required }),
      ...(Object.keys(properties).length > 0 && { properties: derivedProperties }),
      ...(isSchema(node["additionalProperties"]) && {
        additionalProperties: deriveNode(node["additionalProperties"]),
      }),
    };
    if (union !== undefined) return deriveUnion(object, union, names);
    const hasOtherFields =
      isOpen || names.length === 0 || node["additionalProperties"] !== undefined;
    return hasOtherFields
      ? object
      : { ...object, propertyNames: { enum: [...new Set([...names, "_meta"])] } };
  }

  /**
   * Adds a union of objects to an object.
   * @param {Schema} object
   * @param {Schema[]} union
   * @param {readonly string[]} names
   * @returns {Schema}
   */
  function deriveUnion(object, union, names) {
    const key = union.map(discriminatorOf).find((name) => name !== undefined);
    if (key === undefined) return { ...object, ...deriveChoice(union, names) };
    const listed = union.filter((branch) => discriminatorOf(branch) !== undefined);
    const custom = union.find(({ title }) => title === "other");
    const fallback = union.find((branch) => branch !== custom && !listed.includes(branch));
    const values = listed.map((branch) =>
      String(asSchema(asSchema(branch["properties"])[key])["const"]),
    );
    const required = [
      ...asArray(object["required"] ?? []),
      ...(fallback === undefined ? [key] : []),
    ];
    const cases = listed.map((branch, index) => ({
      value: values[index] ?? "",
      then: withoutField(deriveObject(branch, [...names, key]), key),
    }));
    const conditions = [deriveSwitch(key, cases)];
    if (custom !== undefined)
      conditions.push({
        if: { required: [key], properties: { [key]: { type: "string", pattern: "^_" } } },
        then: withoutField(deriveObject(custom, [...names, key], true), key),
      });
    // A value that the schema does not list is a problem by itself, if there may be custom values.
    const chosen = custom === undefined ? { enum: values } : { type: "string" };
    if (fallback !== undefined)
      conditions.push({
        if: { not: { required: [key], properties: { [key]: chosen } } },
        then: deriveObject(fallback, [...names, key]),
      });
    return {
      ...object,
      ...(required.length > 0 && { required: [...new Set(required)] }),
      properties: {
        ...asSchema(object["properties"] ?? {}),
        ...(fallback === undefined
          ? { [key]: { type: "string", ...deriveEnum(values, custom) } }
          : custom !== undefined && {
              [key]: { type: ["string", "null"], ...deriveEnum(values, custom) },
            }),
      },
      allOf: conditions,
    };
  }

  /**
   * Derives a union without a discriminator: the branch whose required field is present.
   * @param {Schema[]} union
   * @param {readonly string[]} names
   * @returns {Schema}
   */
  function deriveChoice([first, ...more], names) {
    if (first === undefined) return {};
    const allNames = [
      ...names,
      ...[first, ...more].flatMap((branch) => Object.keys(fieldsOf(branch).properties)),
    ];
    const keys = [first, ...more].map(
      (branch) => fieldsOf(branch).required[0] ?? fail("A branch without fields"),
    );
    return [first, ...more].reduceRight(
      (/** @type {Schema} */ otherwise, branch, index) => ({
        if: { required: [keys[index]] },
        then: deriveObject(branch, allNames),
        else: otherwise,
      }),
      { anyOf: keys.map((key) => ({ required: [key] })) },
    );
  }

  /**
   * Collects the fields of an object and of the definitions that it extends.
   * @param {Schema} node
   * @returns {Fields}
   */
  function fieldsOf(node) {
    const target = node["$ref"] === undefined ? [] : [lookUp(nameOf(node))];
    const bases = [...asArray(node["allOf"] ?? []).map(asSchema), ...target].map(fieldsOf);
    const union = [branchesOf(node), ...bases.map((base) => base.union)].filter(
      (part) => part !== undefined,
    );
    if (union.length > 1) fail("An object with two unions", node);
    return {
      properties: Object.assign({}, ...bases.map((base) => base.properties), node["properties"]),
      required: [
        ...new Set([...asArray(node["required"] ?? []), ...bases.flatMap((base) => base.required)]),
      ],
      union: union[0],
    };
  }

  for (const [name, definition] of Object.entries(definitions)) {
    const { "x-method": method, "x-side": side } = definition;
    if (typeof method !== "string" || typeof side !== "string") continue;
    const part = /(?:Request|Response|Notification)$/.exec(name)?.[0] ?? fail(`The name ${name}`);
    ((methods[method] ??= {})[side] ??= {})[part.toLowerCase()] = name;
    derive(name);
  }
  return { methods, definitions: derived };
}

/**
 * Selects a schema by the value of a field. Halving the values takes fewer steps than comparing each.
 * @param {string} key
 * @param {{ value: string, then: Schema }[]} cases
 * @returns {Schema}
 */
function deriveSwitch(key, cases) {
  const [first, ...more] = cases;
  if (first === undefined) return {};
  if (more.length === 0)
    return {
      if: { required: [key], properties: { [key]: { const: first.value } } },
      then: first.then,
    };
  const middle = Math.ceil(cases.length / 2);
  const values = cases.slice(0, middle).map(({ value }) => value);
  return {
    if: { properties: { [key]: { enum: values } } },
    then: deriveSwitch(key, cases.slice(0, middle)),
    else: deriveSwitch(key, cases.slice(middle)),
  };
}

/**
 * Adds the rules to a field that the schema states only in descriptions.
 * @param {string} name
 * @param {Schema} node
 * @param {{ description: string, isMedia: boolean }} context Whether the object has a media type.
 * @returns {Schema}
 */
function addDescribedRules(name, node, { description, isMedia }) {
  const isString = [node["type"]].flat().includes("string");
  if (/^(?:cwd|path|oldPath)$/.test(name) && isString) return { ...node, ...ABSOLUTE_PATH };
  if (name === "additionalDirectories")
    return { ...node, items: { type: "string", ...ABSOLUTE_PATH } };
  if (name === "line") return { ...node, minimum: 1 };
  if ((name === "data" || name === "blob") && isMedia && isString) return { ...node, ...BASE64 };
  if (/^(?:ISO 8601|RFC 3339) timestamp/.test(description)) return { ...node, ...DATE_TIME };
  if (description.includes("MUST NOT contain whitespace"))
    return { ...node, pattern: "^\\S+$", "x-format": "a name without white space" };
  if (description.includes("MUST be an `https:` or `data:` URI"))
    return { ...node, pattern: "^(?:https|data):", "x-format": "an https: or data: URI" };
  return node;
}

/**
 * @param {string[]} values
 * @param {Schema | undefined} custom
 * @returns {Schema}
 */
function deriveEnum(values, custom) {
  if (custom === undefined) return { enum: values };
  return { pattern: `^(?:${values.join("|")}|_.*)$`, "x-values": values };
}

/**
 * Removes a field that the union validates from one of its branches.
 * @param {Schema} object
 * @param {string} key
 * @returns {Schema}
 */
function withoutField(object, key) {
  const { [key]: _removed, ...properties } = asSchema(object["properties"] ?? {});
  const required = asArray(object["required"] ?? []).filter((name) => name !== key);
  const { properties: _properties, required: _required, ...rest } = object;
  return {
    ...rest,
    ...(required.length > 0 && { required }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}
