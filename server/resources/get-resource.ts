import { eq } from "drizzle-orm";
import { resources } from "@db/schema";
import { DomainError } from "../core/errors";
import type { Context } from "../core/context";
import { printResource } from "./print-resource";
import type { ListedResource } from "./schemas";

/** One learning resource. Throws not_found. */
export async function getResource(ctx: Context, { id }: { id: string }): Promise<ListedResource> {
  const [row] = await ctx.db.select().from(resources).where(eq(resources.id, id));
  if (!row) throw new DomainError("not_found", "Resource not found");
  return printResource(ctx, row);
}
