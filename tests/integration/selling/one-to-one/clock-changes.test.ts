import { writeStoredEvent } from "@server/platform/calendar/calendar-file";
import { sessionEvent } from "@server/catalogue/schedule/session-event";
import { DateTime } from "luxon";
import { mailsOf } from "../../../support/bookings";
import { anOffer, aPaidSlot, sessionOf, timesOf } from "../../../support/one-to-one";
import { expect, test } from "../../../support/test-app";

/** Sundays on which clocks change, with a time of the day that both sides of the change see differently. */
const changes = [
  ["Europe/London", "2027-03-28"],
  ["Europe/London", "2027-10-31"],
  ["America/New_York", "2027-03-14"],
  ["America/New_York", "2027-11-07"],
  ["Australia/Sydney", "2027-04-04"],
  ["Australia/Sydney", "2027-10-03"],
] as const;

for (const [timeZone, date] of changes) {
  test(`shows, mails, attaches, writes into her calendar and keeps the same moment in ${timeZone} on ${date}`, async ({
    app,
  }) => {
    const start = DateTime.fromISO(`${date}T11:00`, { zone: "Europe/London" }).toJSDate();
    app.clock.moveBy((start.getTime() - app.clock.now().getTime()) / 60_000 - 5 * 24 * 60);
    const offer = await anOffer(app.db);
    const visitor = { timeZone };
    const local = DateTime.fromJSDate(start, { zone: timeZone }).setLocale("en-US");
    const shown = await timesOf(app, offer, start, { visitor });
    const time = local.toFormat("h:mm a");
    expect(shown.find((each) => new Date(each.iso).getTime() === start.getTime())?.time).toBe(time);
    const { bookingId, form } = await aPaidSlot(app, offer, start, {}, { visitor });
    const [mail] = await mailsOf(app, "booking-confirmation", form.email);
    expect(mail!.text).toContain(local.toFormat("cccc, LLLL d, yyyy"));
    expect(mail!.text).toContain(time);
    const stamp = start.toISOString().replace(/[-:]|\.\d+/g, "");
    expect(mail!.attachments?.[0]?.content).toContain(`DTSTART:${stamp}`);
    const session = await sessionOf(app, bookingId);
    expect(writeStoredEvent(sessionEvent(session, app.services.settings))).toContain(`DTSTART:${stamp}`);
    const { blocked } = session;
    const [from = ""] = (blocked ?? "").replace(/[[("]/g, "").split(",");
    expect(new Date(from).getTime()).toBe(start.getTime());
  });
}
