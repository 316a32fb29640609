import { parseWithZod } from "@conform-to/zod/v4";
import type { ZodType } from "zod";

/** Reads a posted form by its schema. Throws a 400 where the request's body is no form at all. */
export async function readForm<Schema extends ZodType>(request: Request, schema: Schema) {
  const form = await request.formData().catch(() => {
    throw new Response("Not a form", { status: 400 });
  });
  return parseWithZod(form, { schema });
}
