import { anAccount } from "./accounts";
import { actingAs } from "./recordings";
import type { TestApp } from "./test-app";

/** Creates a member, and the procedures called as that member. */
export async function aMember(app: TestApp, values: Parameters<typeof anAccount>[1] = {}) {
  const account = await anAccount(app.db, values);
  return { account, ...actingAs(account), api: app.as(actingAs(account)) };
}

export type Member = Awaited<ReturnType<typeof aMember>>;
