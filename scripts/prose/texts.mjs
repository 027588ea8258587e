// Finds the texts of a file that people read: comments, test names, strings and paragraphs.
import { parseSync, Visitor } from "oxc-parser";

/**
 * @typedef {{ kind: "comment" | "test name" | "string" | "paragraph", line: number, text: string }} Text
 */

/**
 * @param {string} path
 * @param {string} source
 * @returns {Text[]}
 */
export function textsOf(path, source) {
  if (path.endsWith(".md")) return paragraphsOf(source);
  if (path.endsWith(".css")) return cssCommentsOf(source);
  return /\.(?:[cm]?[jt]s|tsx)$/.test(path) ? textsOfCode(path, source) : [];
}

/**
 * @param {string} path
 * @param {string} source
 * @returns {Text[]}
 */
function textsOfCode(path, source) {
  const lineAt = lineCounter(source);
  const { comments, program } = parseSync(path, source);
  const texts = commentsOf(comments, source, lineAt);
  const isTest = /\/(?:tests|e2e|browser)\//.test(`/${path}`);
  /** @param {{ start: number }} node @param {Text["kind"]} kind @param {string} text */
  const add = ({ start }, kind, text) => texts.push({ kind, line: lineAt(start), text });
  new Visitor({
    CallExpression(call) {
      const [name] = call.arguments;
      if (isTestFunction(call.callee) && name !== undefined) {
        const text = staticText(name);
        if (text !== undefined) add(name, "test name", text);
      }
    },
    Literal(node) {
      if (!isTest && typeof node.value === "string" && isSentence(node.value))
        add(node, "string", node.value);
    },
    TemplateLiteral(node) {
      const text = staticText(node) ?? "";
      if (!isTest && isSentence(text)) add(node, "string", text);
    },
    JSXText(node) {
      if (!isTest && isSentence(node.value)) add(node, "string", node.value.trim());
    },
  }).visit(program);
  return texts;
}

/**
 * Joins line comments that follow each other, and drops examples and links of docstrings.
 * @param {readonly { type: string, value: string, start: number, end: number }[]} comments
 * @param {string} source
 * @param {(offset: number) => number} lineAt
 * @returns {Text[]}
 */
function commentsOf(comments, source, lineAt) {
  /** @type {(Text & { end: number, type: string })[]} */
  const found = [];
  for (const { type, value, start, end } of comments) {
    const text = type === "Block" ? plainDocstring(value) : value.trim();
    const last = found.at(-1);
    const follows = type === "Line" && last?.type === "Line" && isBlank(source, last.end, start);
    if (follows) Object.assign(last, { text: `${last.text} ${text}`, end });
    else found.push({ kind: "comment", line: lineAt(start), text, end, type });
  }
  return found;
}

/** @param {string} value */
function plainDocstring(value) {
  return value
    .replaceAll(/^\s*\*? ?/gm, "")
    .replaceAll(/```[\s\S]*?```/g, "")
    .replaceAll(/^@(?:example|param|returns|throws|typedef|type|template)\b.*$/gm, "")
    .replaceAll(/\{@link ([^}]*)\}/g, "`$1`")
    .replaceAll(/^[-*] /gm, "\n")
    .trim();
}

/** @param {string} source @param {number} from @param {number} to */
function isBlank(source, from, to) {
  const between = source.slice(from, to);
  return between.trim() === "" && between.split("\n").length === 2;
}

/** @param {import("oxc-parser").Expression} callee @returns {boolean} */
function isTestFunction(callee) {
  if (callee.type === "Identifier") return callee.name === "it" || callee.name === "test";
  if (callee.type === "CallExpression") return isTestFunction(callee.callee);
  if (callee.type === "TaggedTemplateExpression") return isTestFunction(callee.tag);
  return callee.type === "MemberExpression" && isTestFunction(callee.object);
}

/**
 * The text of a string or a template, whose values count as one word.
 * @param {{ type: string, value?: unknown, quasis?: readonly { value: { raw: string } }[] }} node
 */
function staticText(node) {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral") return undefined;
  return node.quasis?.map(({ value }) => value.raw).join("value");
}

/** @param {string} text */
function isSentence(text) {
  return /^\s*(?:\[[\w-]+\] )?[A-Z]/.test(text) && text.trim().split(/\s+/).length >= 4;
}

/** @param {string} source @returns {Text[]} */
function cssCommentsOf(source) {
  const lineAt = lineCounter(source);
  return [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map((match) => ({
    kind: "comment",
    line: lineAt(match.index),
    text: (match[1] ?? "").trim(),
  }));
}

/** @param {string} source @returns {Text[]} */
function paragraphsOf(source) {
  /** @type {Text[]} */
  const found = [];
  let isCode = false;
  let isNew = true;
  source.split("\n").forEach((line, index) => {
    if (/^\s*(?:```|~~~)/.test(line)) {
      isCode = !isCode;
      isNew = true;
      return;
    }
    if (isCode || line.trim() === "" || line.startsWith("#")) {
      isNew = true;
      return;
    }
    const starts = isNew || /^\s*(?:[-*|>]|\d+\.)/.test(line);
    const text = line
      .replaceAll(/\]\([^)]*\)/g, "]")
      .replace(/^\s*(?:[-*>]|\d+\.)\s+(?:\[[ x]\] )?/, "")
      .replaceAll(/^\||\|$/g, "")
      .replaceAll(/\s*\|\s*/g, "; ")
      .replaceAll(/[*_]{2}|[[\]]/g, "")
      .trim();
    const last = found.at(-1);
    if (starts || last === undefined) found.push({ kind: "paragraph", line: index + 1, text });
    else last.text += ` ${text}`;
    isNew = false;
  });
  return found;
}

/** @param {string} source */
function lineCounter(source) {
  const starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)];
  return (/** @type {number} */ offset) => {
    const next = starts.findIndex((start) => start > offset);
    return next < 0 ? starts.length : next;
  };
}
