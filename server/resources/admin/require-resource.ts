import { eq } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { resources } from "@db/schema";
import { DomainError } from "../../core/errors";

/** Throws not_found. */
export async function requireResource(db: Queryable, id: string): Promise<typeof resources.$inferSelect> {
  const [found] = await db.select().from(resources).where(eq(resources.id, id));
  if (!found) throw new DomainError("not_found", "Resource not found");
  return found;
}
