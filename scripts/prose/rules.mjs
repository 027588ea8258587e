// The rules of plain English that a program can check. Reviewers check the rest.

/**
 * @typedef {{ pattern: RegExp, advice: string }} Rule
 */

const CLAUSE = /^(?:what|whatever|who|whoever|whom|whose|which|whichever|of|how|however much)\b/i;

/** A verb in the third person, or "can". */
const VERB = /^(?:[a-z-]+s|can|cannot)$/;

/** Words that end in "s" and are not verbs in the third person. */
const NOT_VERBS = new Set(
  "across always as its less perhaps plus sometimes this thus unless us versus was".split(" "),
);

/** Adverbs that may come before the verb of a test name. */
const ADVERBS = new Set("also always first never only still".split(" "));

/** @type {readonly Rule[]} */
const PHRASES = [
  { pattern: /\bfor good\b/i, advice: 'write "permanently"' },
  { pattern: /\bfor ever\b/i, advice: 'write "forever"' },
  { pattern: /\banew\b/i, advice: 'write "again" or "from scratch"' },
  { pattern: /\bof earlier\b/i, advice: 'write "earlier" or "existing"' },
  { pattern: /\b(?:hears?|heard) of\b/i, advice: 'write "receives" or "is notified of"' },
  { pattern: /\b(?:tells?|told|said) of\b/i, advice: 'write "reports" or "describes"' },
  {
    pattern: /\b(?:comes?|came|becomes?|became) of (?:it|them|this|that|what|a|an|the)\b/i,
    advice: "name the outcome",
  },
  { pattern: /\bwhat there is\b/i, advice: "use the noun" },
  { pattern: /\bwho (?:wants|waits|asks|asked|looks)\b/i, advice: 'write "the caller"' },
  { pattern: /\blook(?:s|ing)? on\b(?! (?:a|the|your|my)\b)/i, advice: 'write "observes"' },
  { pattern: /\bgo(?:es)? by (?:it|them|what|the|its)\b/i, advice: 'write "uses" or "follows"' },
  { pattern: /\bshall\b/i, advice: "use the present tense" },
  { pattern: /\b(?:is|are|was|were) to be\b/i, advice: 'write "must be", "is" or "will be"' },
  { pattern: /\bwhat (?:comes|came) (?:next|before|after)\b/i, advice: "use the noun" },
  {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b)[a-z]/i,
    advice: 'write "is not a …"',
  },
  {
    pattern: /\ban? [\w-]+ and no (?:array|function|list|map|number|object|string|text)\b/i,
    advice: 'write "a … that is not a …"',
  },
  {
    pattern:
      /\bof (?:its|their|your|our|my) own(?=[.,;:)]|$| (?:and|as|at|by|for|from|in|is|it|of|or|so|that|to|which|who|with)\b)/i,
    advice: 'write "its own …", "a separate …" or "a new …"',
  },
  { pattern: /\bends? to be\b/i, advice: 'write "stops being"' },
  { pattern: /\bany more(?=[.,;:)]|$)/i, advice: 'write "no longer"' },
  {
    pattern: /, also (?:if|when|while|after|before|without|during)\b/i,
    advice: 'write "even if"',
  },
  {
    pattern: /\bwhom?ever\b|\bwhichever\b|\bwhatever (?:its|his|their)\b/i,
    advice: 'write "regardless of …" or "any …"',
  },
  { pattern: /\b(?:that|what) (?:is|are|was|were) there\b/i, advice: 'write "existing"' },
  { pattern: /\bas (?:it|they) (?:is|are|was|were)(?=[.,;:)]|$)/i, advice: 'write "unchanged"' },
  { pattern: /\bgo(?:es)? on\b/i, advice: 'write "continues"' },
];

/**
 * Splits a text into sentences. Inline code counts as one word.
 * @param {string} text
 */
export function sentencesOf(text) {
  return text
    .replaceAll(/`[^`]*`/g, "`code`")
    .replaceAll(/\s+/g, " ")
    .split(/(?<=[.!?:])\s+(?=[`"'(]?[A-Z])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/**
 * Returns the problems of a sentence. Questions may open with a question word.
 * @param {string} sentence
 * @returns {string[]}
 */
export function problemsOfSentence(sentence) {
  const found = PHRASES.filter(({ pattern }) => pattern.test(sentence)).map(
    ({ pattern, advice }) => `"${pattern.exec(sentence)?.[0]}": ${advice}`,
  );
  const clause = CLAUSE.exec(sentence)?.[0];
  if (clause !== undefined && /^[A-Z]/.test(sentence) && !sentence.endsWith("?"))
    found.push(`opens with "${clause} …": name the thing that acts`);
  return found;
}

/**
 * Returns the problems of a test name, which completes "it …" with a verb in the third person.
 * @param {string} name
 * @returns {string[]}
 */
export function problemsOfTestName(name) {
  const words = name.split(/\s+/);
  const verb = ADVERBS.has(words[0] ?? "") ? words[1] : words[0];
  const isVerb = verb !== undefined && VERB.test(verb) && !NOT_VERBS.has(verb);
  const found = PHRASES.filter(({ pattern }) => pattern.test(name)).map(
    ({ advice }) => `test name: ${advice}`,
  );
  if (!isVerb) found.push('test name: complete "it …" with a verb, such as "keeps" or "throws"');
  else if (words.length < 2) found.push("test name: state the observable behavior");
  return found;
}
