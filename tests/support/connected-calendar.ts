import { randomUUID } from "node:crypto";
import { anAdmin } from "./admin-sessions";
import { type Radicale, startRadicale } from "./radicale";
import { test as appTest } from "./test-app";

export type Connection = { radicale: Radicale; calendar: string; admin: Awaited<ReturnType<typeof anAdmin>> };

/** Runs with a CalDAV server, and with the calendar of an admin at it that sessions are written into. */
export const test = appTest.extend<{ radicale: Radicale; connected: Connection }>({
  radicale: async ({ app }, use) => {
    app.services.settings.allowsLocalCalendars = true;
    const radicale = await startRadicale();
    await use(radicale);
    await radicale.stop();
  },
  connected: async ({ app, radicale }, use) => {
    const calendar = await radicale.makeCalendar("work");
    await radicale.makeCalendar("family");
    const admin = await anAdmin(app);
    await admin.api.calendars.connect({ ...radicale.login, formKey: randomUUID() });
    await choose(admin, { read: ["work", "family"], written: "work" });
    await use({ radicale, calendar, admin });
  },
});

export async function choose(
  { api }: Connection["admin"],
  { read, written }: { read: string[]; written: string | null },
) {
  const calendars = (await api.calendars.list()).account?.calendars ?? [];
  const idOf = (name: string) => calendars.find((each) => each.name === name)?.id ?? "";
  await api.calendars.choose({ read: read.map(idOf), written: written && idOf(written) });
}
