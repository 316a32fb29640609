import { readFileSync } from "node:fs";
import { answerIn } from "@server/platform/calendar/attendee";
import { readBusy } from "@server/platform/calendar/read-busy";
import { expect, test } from "vitest";

const march = { start: new Date("2027-03-01T00:00:00Z"), end: new Date("2027-04-15T00:00:00Z") };

const fixture = (name: string) => readFileSync(`tests/fixtures/calendars/${name}.ics`, "utf8");

/** Returns when a calendar is busy, as its owner has these addresses. */
function read(text: string, owner = ["ada@example.com"], countsOpen = true) {
  const { busy } = readBusy(text, {
    window: march,
    timeZone: "Europe/London",
    siteHost: "breathroom.example",
    owner,
    countsOpen,
  });
  return busy.map(({ start, end }) => `${start.toISOString().slice(0, 16)}/${end.toISOString().slice(11, 16)}`);
}

test("leaves out what the owner has declined at Google, one repeat of a series, too, and nothing else", () => {
  expect(read(fixture("google-invitations"))).toEqual([
    "2027-03-03T10:00/11:00",
    "2027-03-04T10:00/11:00",
    "2027-03-05T09:00/10:00",
    "2027-03-19T09:00/10:00",
  ]);
  expect(read(fixture("google-invitations"), ["other@example.com"])).toHaveLength(6);
});

test("leaves out what was declined at iCloud, which has the address beside a path", () => {
  expect(read(fixture("icloud-invitation"))).toEqual([]);
  expect(read(fixture("icloud-invitation"), [])).toEqual(["2027-03-10T18:00/19:00"]);
});

test.each([
  ["ATTENDEE;PARTSTAT=DECLINED:mailto:ada@example.com", "declined"],
  ["attendee;partstat=declined:MAILTO:ADA@example.com", "declined"],
  ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@example.com", "accepted"],
  ["ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ada@example.com", "open"],
  ["ATTENDEE;PARTSTAT=TENTATIVE:mailto:ada@example.com", "open"],
  // Without a word it is open (RFC 5545, 3.2.12).
  ["ATTENDEE:mailto:ada@example.com", "open"],
  ["ATTENDEE;PARTSTAT=DECLINED:mailto:not-ada@example.com", null],
  ['ATTENDEE;CN=":mailto:ada@example.com";PARTSTAT=DECLINED:mailto:tomas@example.org', null],
  ['ATTENDEE;CN=";EMAIL=ada@example.com";PARTSTAT=DECLINED:mailto:tomas@example.org', null],
  ["ORGANIZER:mailto:ada@example.com", null],
])("%s: %s", (line, answer) => {
  expect(answerIn(line, ["ada@example.com"])).toBe(answer);
});

const attendee = (state: string) => `ATTENDEE;PARTSTAT=${state}:mailto:ada@example.com`;
const byTomas = "ORGANIZER:mailto:tomas@example.org";
const byAda = "ORGANIZER;CN=Ada:mailto:ada@example.com";

test.each<[name: string, lines: string[], isBusy: boolean, isBusyIfOpenCount: boolean]>([
  ["an invitation that is not answered", [byTomas, attendee("NEEDS-ACTION")], false, true],
  ["one that is answered with perhaps", [byTomas, attendee("TENTATIVE")], false, true],
  ["one that is given to someone else", [byTomas, attendee("DELEGATED")], false, true],
  ["one whose organizer is named behind her", [attendee("NEEDS-ACTION"), byTomas], false, true],
  ["one that is accepted", [byTomas, attendee("ACCEPTED")], true, true],
  ["one that is declined", [byTomas, attendee("DECLINED")], false, false],
  ["an event of her own in which her answer is open", [byAda, attendee("NEEDS-ACTION")], true, true],
  ["the same, the other way round", [attendee("NEEDS-ACTION"), byAda], true, true],
  ["an event of her own that she has declined", [byAda, attendee("DECLINED")], false, false],
  ["an invitation to others", [byTomas, "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:bob@example.org"], true, true],
  ["an event of her own that is tentative", ["STATUS:TENTATIVE"], true, true],
])("counts %s", (_name, lines, isBusy, isBusyIfOpenCount) => {
  const event = ["BEGIN:VEVENT", "UID:one", "DTSTART:20270303T100000Z", "DURATION:PT1H", ...lines, "END:VEVENT"];
  const text = ["BEGIN:VCALENDAR", ...event, "END:VCALENDAR"].join("\r\n");
  const found = [false, true].map((countsOpen) => read(text, ["ada@example.com"], countsOpen).length === 1);
  expect(found).toEqual([isBusy, isBusyIfOpenCount]);
});

test("reads a line of open quotes in linear time", () => {
  const started = performance.now();
  expect(answerIn(`ATTENDEE${';A="'.repeat(5000)}:mailto:ada@example.com`, ["ada@example.com"])).toBe("open");
  expect(performance.now() - started).toBeLessThan(1000);
});

test("moves all later repeats with the one from which on a series was changed, across the change of clocks", () => {
  expect(read(fixture("lasting-change"))).toEqual([
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

test("reads a change that was made long ago, and one that frees all later repeats", () => {
  const old = fixture("lasting-change").replaceAll("202702", "202602").replaceAll("202703", "202603");
  const endless = old.replace("COUNT=8", "INTERVAL=8");
  expect(read(endless)).toEqual(["2027-03-21T14:30/16:00"]);
  const freed = fixture("lasting-change").replace("T143000\n", "T143000\nTRANSP:TRANSPARENT\n");
  expect(read(freed)).toEqual(["2027-03-01T10:00/11:00", "2027-03-08T10:00/11:00", "2027-03-30T08:00/09:00"]);
});

test("moves whole days that were changed for all later repeats", () => {
  const days = ["DTSTART;VALUE=DATE:20270302", "RRULE:FREQ=WEEKLY;COUNT=3"];
  const change = ["RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20270309", "DTSTART;VALUE=DATE:20270311"];
  const events = [days, change].flatMap((lines) => ["BEGIN:VEVENT", "UID:days", ...lines, "END:VEVENT"]);
  const text = ["BEGIN:VCALENDAR", ...events, "END:VCALENDAR"].join("\r\n");
  expect(read(text)).toEqual(["2027-03-02T00:00/00:00", "2027-03-11T00:00/00:00", "2027-03-18T00:00/00:00"]);
});
