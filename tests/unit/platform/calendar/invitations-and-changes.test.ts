import { readFileSync } from "node:fs";
import { declines } from "@server/platform/calendar/attendee";
import { readBusy } from "@server/platform/calendar/read-busy";
import { expect, test } from "vitest";

const march = { start: new Date("2027-03-01T00:00:00Z"), end: new Date("2027-04-15T00:00:00Z") };

const fixture = (name: string) => readFileSync(`tests/fixtures/calendars/${name}.ics`, "utf8");

/** Returns when a calendar is busy, as its owner has these addresses. */
async function read(text: string, owner = ["ada@example.com"]) {
  const { busy } = await readBusy(text, { window: march, timeZone: "Europe/London", owner, isOwn: () => false });
  return busy.map(({ start, end }) => `${start.toISOString().slice(0, 16)}/${end.toISOString().slice(11, 16)}`);
}

test("leaves out what the owner has declined at Google, one repeat of a series, too, and nothing else", async () => {
  expect(await read(fixture("google-invitations"))).toEqual([
    "2027-03-03T10:00/11:00",
    "2027-03-04T10:00/11:00",
    "2027-03-05T09:00/10:00",
    "2027-03-19T09:00/10:00",
  ]);
  expect(await read(fixture("google-invitations"), ["other@example.com"])).toHaveLength(6);
});

test("leaves out what was declined at iCloud, which has the address beside a path", async () => {
  expect(await read(fixture("icloud-invitation"))).toEqual([]);
  expect(await read(fixture("icloud-invitation"), [])).toEqual(["2027-03-10T18:00/19:00"]);
});

test.each([
  ["ATTENDEE;PARTSTAT=DECLINED:mailto:ada@example.com", true],
  ["attendee;partstat=declined:MAILTO:ADA@example.com", true],
  ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@example.com", false],
  ["ATTENDEE:mailto:ada@example.com", false],
  ["ATTENDEE;PARTSTAT=DECLINED:mailto:not-ada@example.com", false],
  ['ATTENDEE;CN=":mailto:ada@example.com";PARTSTAT=DECLINED:mailto:tomas@example.org', false],
  ['ATTENDEE;CN=";EMAIL=ada@example.com";PARTSTAT=DECLINED:mailto:tomas@example.org', false],
])("%s", (line, isDeclined) => {
  expect(declines(line, ["ada@example.com"])).toBe(isDeclined);
});

test("reads a line of open quotes in linear time", () => {
  const started = performance.now();
  expect(declines(`ATTENDEE${';A="'.repeat(5000)}:mailto:ada@example.com`, ["ada@example.com"])).toBe(false);
  expect(performance.now() - started).toBeLessThan(1000);
});

test("moves all later repeats with the one from which on a series was changed, across the change of clocks", async () => {
  expect(await read(fixture("lasting-change"))).toEqual([
    "2027-03-01T10:00/11:00",
    "2027-03-08T10:00/11:00",
    "2027-03-15T14:30/16:00",
    "2027-03-22T14:30/16:00",
    // One of them has an exception of its own.
    "2027-03-30T08:00/09:00",
    "2027-04-05T13:30/15:00",
    "2027-04-12T13:30/15:00",
  ]);
});

test("reads a change that was made long ago, and one that frees all later repeats", async () => {
  const old = fixture("lasting-change").replaceAll("202702", "202602").replaceAll("202703", "202603");
  const endless = old.replace("COUNT=8", "INTERVAL=8");
  expect(await read(endless)).toEqual(["2027-03-21T14:30/16:00"]);
  const freed = fixture("lasting-change").replace("T143000\n", "T143000\nTRANSP:TRANSPARENT\n");
  expect(await read(freed)).toEqual(["2027-03-01T10:00/11:00", "2027-03-08T10:00/11:00", "2027-03-30T08:00/09:00"]);
});

test("moves whole days that were changed for all later repeats", async () => {
  const days = ["DTSTART;VALUE=DATE:20270302", "RRULE:FREQ=WEEKLY;COUNT=3"];
  const change = ["RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20270309", "DTSTART;VALUE=DATE:20270311"];
  const events = [days, change].flatMap((lines) => ["BEGIN:VEVENT", "UID:days", ...lines, "END:VEVENT"]);
  const text = ["BEGIN:VCALENDAR", ...events, "END:VCALENDAR"].join("\r\n");
  expect(await read(text)).toEqual(["2027-03-02T00:00/00:00", "2027-03-11T00:00/00:00", "2027-03-18T00:00/00:00"]);
});
