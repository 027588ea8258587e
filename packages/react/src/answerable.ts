/** A request with the way to answer it. */
export type Answerable<Request, Answer> = Request & { respond(answer: Answer): void };

/** Gives each request its `respond` once, so that it stays the same object while it waits. */
export function answerable<Request extends object, Answer>(
  respond: (request: Request, answer: Answer) => void,
): (pending: readonly Request[]) => readonly Answerable<Request, Answer>[] {
  const known = new WeakMap<Request, Answerable<Request, Answer>>();
  return (pending) =>
    pending.map((request) => {
      const item = known.get(request) ?? {
        ...request,
        respond: (answer: Answer) => respond(request, answer),
      };
      known.set(request, item);
      return item;
    });
}
