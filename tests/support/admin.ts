import { desc } from "drizzle-orm";
import { auditEntries } from "@db/schema";
import { anAccount } from "./accounts";
import { actingAs } from "./recordings";
import type { TestApp } from "./test-app";

/** The procedures as the instructor calls them, from an account of her own. */
export async function asAdmin(app: TestApp) {
  const account = await anAccount(app.db, { email: "mara@example.com", fullName: "Mara Lind", role: "admin" });
  return app.as(actingAs(account));
}

/** What the audit log says, the newest first: "booking.status_changed". */
export async function auditedActions({ db }: TestApp): Promise<string[]> {
  const rows = await db
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .orderBy(desc(auditEntries.createdAt));
  return rows.map(({ action }) => action);
}
