import { liveSessions, sessionCategories, siteSettings } from "@db/schema";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { startingCategories } from "./category-names";

/** A row among the settings, which reads over keys that are no settings. */
const rowKey = "starting-categories";

/** Adds the categories to a site without sessions, once: what the instructor deletes does not come back. */
export async function addStartingCategories(services: Pick<Services, "db" | "clock">): Promise<void> {
  await inTransaction(services, async (tx) => {
    const row = { key: rowKey, value: true, updatedAt: services.clock.now() };
    const noted = await tx.insert(siteSettings).values(row).onConflictDoNothing().returning();
    if (noted.length === 0) return;
    if ((await tx.$count(sessionCategories)) > 0 || (await tx.$count(liveSessions)) > 0) return;
    await tx.insert(sessionCategories).values(startingCategories.map((name) => ({ name })));
  });
}
