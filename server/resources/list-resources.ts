import { desc, sql } from "drizzle-orm";
import { resources } from "@db/schema";
import type { Context } from "../core/context";
import { printResource } from "./print-resource";
import type { ListedResource } from "./schemas";

/** The learning resources, newest first: those whose title, description or category has the searched words in it. */
export async function listResources(ctx: Context, { search }: { search: string }): Promise<ListedResource[]> {
  const { title, description, category } = resources;
  const anywhere = sql`concat_ws(' ', ${title}, ${description}, ${category})`;
  const rows = await ctx.db
    .select()
    .from(resources)
    .where(search ? sql`position(lower(${search}) in lower(${anywhere})) > 0` : undefined)
    .orderBy(desc(resources.createdAt), desc(resources.id));
  return rows.map((row) => printResource(ctx, row));
}
