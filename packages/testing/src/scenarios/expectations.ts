import type { Wire, WireMessage, WireRequest } from "./wire.js";

/** A rule about the messages of a client. */
export interface Expectation {
  /** The rule, as a sentence about the client. */
  readonly rule: string;
  /** Returns the violations, each as a sentence. */
  readonly findProblems: (wire: Wire) => readonly string[];
}

const PERMISSION = "session/request_permission";
/** The JSON-RPC codes of requests that a correct client does not send. */
const REFUSAL_CODES: readonly unknown[] = [-32600, -32601, -32602, -32002];

/** Describes a message in a problem, such as `session/prompt (id 3)`. */
const describe = ({ method = "response", id }: WireMessage): string =>
  id === undefined ? method : `${method} (id ${JSON.stringify(id)})`;

/** The rules of every scenario. */
export const COMMON_EXPECTATIONS: readonly Expectation[] = [
  {
    rule: "The client initializes the connection before it sends anything else.",
    findProblems({ messages }) {
      const first = messages.find(({ sender }) => sender === "client");
      if (first === undefined || first.method === "initialize") return [];
      return [`The first message was ${describe(first)}.`];
    },
  },
  {
    rule: "The client answers each request of the agent once.",
    findProblems: (wire) =>
      wire
        .requests("agent")
        .filter(({ answers, isLost }) => answers.length !== 1 && !isLost)
        .map((request) => `${describe(request)} got ${request.answers.length} answers.`),
  },
  {
    rule: "Each response of the client answers a request of the same connection.",
    findProblems: ({ strayResponses }) =>
      strayResponses
        // A response without an id reports a message that cannot be read.
        .filter(({ sender, id }) => sender === "client" && id !== null)
        .map((response) => `The agent sent no request for the ${describe(response)}.`),
  },
  {
    rule: "The client selects only options that the agent offers.",
    findProblems: (wire) =>
      wire.requests("agent", PERMISSION).flatMap((request) => {
        const { optionId, isCancelled, isError } = readPermissionAnswer(request);
        if (isCancelled || isError || optionId === undefined || findOption(request, optionId))
          return [];
        return [`${describe(request)} offers no option "${optionId}".`];
      }),
  },
  {
    rule: "The agent has no reason to refuse a request of the client as invalid.",
    findProblems: (wire) =>
      wire.requests("client").flatMap((request) => {
        const error = request.answers[0]?.error;
        if (!REFUSAL_CODES.includes(error?.code)) return [];
        return [`${describe(request)} was refused: ${String(error?.message)}.`];
      }),
  },
];

interface ReadAnswer {
  readonly optionId?: string;
  readonly isCancelled: boolean;
  readonly isError: boolean;
}

function readPermissionAnswer({ answers: [answer] }: WireRequest): ReadAnswer {
  const { outcome } = (answer?.result ?? {}) as {
    outcome?: { outcome?: string; optionId?: string };
  };
  return {
    isError: answer?.error !== undefined,
    isCancelled: outcome?.outcome === "cancelled",
    ...(outcome?.outcome === "selected" && { optionId: String(outcome.optionId) }),
  };
}

function findOption({ params }: WireRequest, optionId: string): { kind: string } | undefined {
  const options = params["options"] as readonly { optionId: string; kind: string }[];
  return options.find((option) => option.optionId === optionId);
}

/** Expects an answer to the permission request at a position. */
export function expectPermission(
  index: number,
  answer: "allow" | "reject" | "cancelled" | "not selected",
  subject: string,
): Expectation {
  const verb = answer === "not selected" ? "does not select an option of" : "answers";
  const expected = answer === "not selected" ? "" : ` with: ${answer}`;
  return {
    rule: `The client ${verb} the permission request ${subject}${expected}.`,
    findProblems(wire) {
      const request = wire.requests("agent", PERMISSION)[index];
      if (request === undefined) return [`The agent did not get to the request ${subject}.`];
      const { optionId, isCancelled, isError } = readPermissionAnswer(request);
      const kind = optionId === undefined ? undefined : findOption(request, optionId)?.kind;
      if (answer === "cancelled" ? isCancelled : kind?.startsWith(answer)) return [];
      if (answer === "not selected" && optionId === undefined) return [];
      const other = optionId !== undefined ? "an unknown option" : "no answer";
      const actual = isCancelled ? "cancelled" : (kind ?? (isError ? "an error" : other));
      return [`${describe(request)} was answered with: ${actual}.`];
    },
  };
}

/** Expects requests of the client with a method (or its name in the other version). */
export function expectRequests(
  methods: readonly [string, ...string[]],
  count: number,
  params: Readonly<Record<string, unknown>> = {},
): Expectation {
  const fields = Object.entries(params);
  const suffix = fields.map(([name, value]) => ` with ${name} ${JSON.stringify(value)}`).join("");
  const times = count === 1 ? "once" : `${count} times`;
  return {
    rule: `The client sends ${methods.join(" or ")}${suffix} ${times}.`,
    findProblems(wire) {
      const sent = wire
        .requests("client", ...methods)
        .filter((request) => fields.every(([name, value]) => request.params[name] === value));
      return sent.length === count ? [] : [`The client sent it ${sent.length} times.`];
    },
  };
}

/** Expects a number of prompts. */
export const expectPrompts = (
  count: number,
  params?: Readonly<Record<string, unknown>>,
): Expectation => expectRequests(["session/prompt"], count, params);

/** Expects the client to cancel a turn once. */
export const EXPECT_CANCEL: Expectation = {
  rule: "The client sends session/cancel once.",
  findProblems(wire) {
    const { length } = wire.notifications("session/cancel");
    return length === 1 ? [] : [`The client sent it ${length} times.`];
  },
};

/** Expects the answers to permission requests in an order, given as positions of the requests. */
export function expectAnswerOrder(first: number, second: number, rule: string): Expectation {
  return {
    rule,
    findProblems(wire) {
      const requests = wire.requests("agent", PERMISSION);
      const [early, late] = [requests[first], requests[second]].map(
        (request) => request?.answers[0] && wire.messages.indexOf(request.answers[0]),
      );
      if (early === undefined || late === undefined) return ["Not all requests were answered."];
      return early < late ? [] : ["The answers were sent in the other order."];
    },
  };
}

/** Expects an error as the answer to a request that no client knows. */
export function expectUnknownMethod(method: string): Expectation {
  return {
    rule: `The client answers the unknown request ${method} with the error -32601.`,
    findProblems: (wire) =>
      wire.requests("agent", method).flatMap((request) => {
        const code = request.answers[0]?.error?.code;
        return code === -32601 ? [] : [`The answer had the error code ${String(code)}.`];
      }),
  };
}

/** Expects that a request of the client is answered before it sends another one. */
export function expectBefore(earlier: readonly [string, ...string[]], later: string): Expectation {
  return {
    rule: `The client waits for the answer to ${earlier.join(" or ")} before it sends ${later}.`,
    findProblems(wire) {
      const answered = wire
        .requests("client", ...earlier)
        .map(({ answers: [answer] }) =>
          answer?.error === undefined && answer ? wire.messages.indexOf(answer) : undefined,
        );
      const start = answered.find((position) => position !== undefined);
      return wire
        .requests("client", later)
        .filter(({ position }) => start === undefined || position < start)
        .map((request) => `${describe(request)} was sent too early.`);
    },
  };
}

/** Expects a response of the client to the requests with a method to meet a condition. */
export function expectResult(
  method: string,
  rule: string,
  isExpected: (result: unknown) => boolean,
): Expectation {
  return {
    rule,
    findProblems: (wire) =>
      wire
        .requests("agent", method)
        .filter(({ answers: [answer] }) => !isExpected(answer?.result))
        .map((request) => {
          const { result, error } = request.answers[0] ?? {};
          return `${describe(request)} was answered with ${JSON.stringify(result ?? error)}.`;
        }),
  };
}
