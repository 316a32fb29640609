import { desc } from "drizzle-orm";
import { auditEntries } from "@db/schema";
import { anAccount } from "./accounts";
import { actingAs } from "./recordings";
import type { TestApp } from "./test-app";

export async function asAdmin(app: TestApp) {
  const account = await anAccount(app.db, { email: "mara@example.com", fullName: "Mara Lind", role: "admin" });
  return app.as(actingAs(account));
}

/** Returns all audited actions, newest first. */
export async function auditedActions({ db }: TestApp): Promise<string[]> {
  const rows = await db
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .orderBy(desc(auditEntries.createdAt));
  return rows.map(({ action }) => action);
}
