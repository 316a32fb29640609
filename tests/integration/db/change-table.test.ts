import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { recordings, sessionCategories, siteSettings } from "@db/schema";
import { anAccount, refusalOf, signedInBrowser } from "../../support/accounts";
import { aRecording } from "../../support/recordings";
import { expect, test } from "../../support/test-app";

test("reports a lock timeout and leaves reading possible when rows stay locked", async ({ app }) => {
  const { api } = await signedInBrowser(app, await anAccount(app.db, { role: "admin" }));
  const { id } = await aRecording(app.db);
  await app.db.transaction(async (others) => {
    app.services.lockTimeoutMs = 200;
    for (const table of [recordings, sessionCategories, siteSettings]) {
      await others.execute(sql`lock table ${table} in share row exclusive mode`);
    }
    const { version } = (await api.site.settings()).forms.find(({ section }) => section === "waitlist")!;
    const refusals = await Promise.all(
      [
        api.recordings.library.move({ collection: "birth", id, to: 0 }),
        api.categories.create({ name: "Humming", formKey: randomUUID() }),
        api.site.changeSettings({ section: "waitlist", version, values: { offerHours: "6" } }),
      ].map((change) => refusalOf(change)),
    );
    expect(refusals).toEqual(
      ["recordings", "categories", "settings"].map((name) => ({
        code: "busy",
        message: `Someone else is changing ${name}. Please try again.`,
      })),
    );
  });
});
