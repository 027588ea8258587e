import type * as z from "zod/mini";

/**
 * Returns the params of a request, which come from a page.
 *
 * @throws an error that names the first invalid field.
 */
export function checkParams<Params>(schema: z.ZodMiniType<Params>, params: unknown): Params {
  const result = schema.safeParse(params ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`The request is invalid at "${issue?.path.join(".")}": ${issue?.message}.`);
}
