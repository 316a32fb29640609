import { typedEmail } from "@server/core/email-address";
import { stripInvisible } from "@server/core/input-schemas";
import { findDecimalSign, readAmount } from "@server/office/imports/read-amounts";
import { readRows } from "@server/office/imports/read-rows";
import { readBusy } from "@server/platform/calendar/read-busy";
import { splitNotes, webVttOf } from "@server/platform/media/captions-file";
import { readCues } from "@server/platform/media/cues";
import { expect, test } from "vitest";

/** Reports about other programs, each by its address on GitHub, with the right value here. */
const bytes = (text: string) => new TextEncoder().encode(text);

const linesOf = (text: string): string[] => {
  const read = readCues(webVttOf(bytes(text)));
  return "cues" in read ? read.cues.map((cue) => `${cue.start}-${cue.end} ${cue.text.replaceAll("\n", " / ")}`) : [];
};

test.each([
  ["cdown/srt#55", "9999\n00:00:0,500 --> 00:00:2,00\nAd\n", ["0.5-2 Ad"]],
  ["byroot/pysrt#25", "1\n00:00:20 --> 00:00:24\nIn\n\n2\n00:00:24 --> 00:00:27\nOut\n", ["20-24 In", "24-27 Out"]],
  ["cdown/srt#52", "1\n00:00:01,5 --> 00:00:02,2500\nIn\n", ["1.5-2.25 In"]],
  [
    "AlexPoint/SubtitlesParser#5",
    "1\n00:00:01 --> 00:00:03\nIn\n\n2\n00:00:02 --> 00:00:04\nOut\n",
    ["1-3 In", "2-4 Out"],
  ],
  [
    "gsantiago/subtitle.js#68",
    "1\n00:00:01,249.0999999999999 --> 00:00:01,251.79999999999995\nIn\n",
    ["1.249-1.251 In"],
  ],
  ["gsantiago/subtitle.js#82", "1\n0:0:0.0 --> 0:0:1.5\nIn\n", ["0-1.5 In"]],
  ["GavalasDev/srtlib#9", "1\n00:00:01.250 --> 00:00:02.500\nIn\n", ["1.25-2.5 In"]],
  [
    "SubtitleEdit/subtitleedit#2147",
    "1\n00:00:01,000 --> 00:00:02,000\nBet\n\n\n\n25\n\n2\n00:00:03,000 --> 00:00:04,000\nCall\n",
    ["1-2 Bet / 25", "3-4 Call"],
  ],
  [
    "Aegisub/Aegisub#250",
    "1\r00:04:40 --> 00:04:41\rGood evening.\r\r2\r00:04:42 --> 00:04:44\rDear.\r",
    ["280-281 Good evening.", "282-284 Dear."],
  ],
  [
    "cdown/srt#92",
    "1490\n01:58:16,824 --> 01:58:23,789\n<i>Império:\n1.567.202. </i>\n",
    ["7096.824-7103.789 Império: / 1.567.202."],
  ],
  ["DrKain/subclean#7", "\uFEFF1 \r\n00:00:40,908 --> 00:00:45,908 \r\nIn\r\n", ["40.908-45.908 In"]],
  ["w3c/webvtt#224", "WEBVTT\n00:00:00.000 --> 00:00:01.000\n\nTest\n", ["0-1 Test"]],
  [
    "osk/node-webvtt#10",
    "WEBVTT - A film\n\nNOTE\nBy Kyle, so that\nfriends can watch.\n\n1\n02:15.000 --> 02:20.000\n- Te.\n\nNOTE Last\n\n3\n02:25.000 --> 02:30.000\n- Kopp.\n",
    ["135-140 - Te.", "145-150 - Kopp."],
  ],
  [
    "osk/node-webvtt#4",
    "WEBVTT\n\n00:00.000 --> 00:01.000\nVersion\n\nUPDATE:N\n\n    SWITCH_1\n1RES:D\n",
    ["0-1 Version / UPDATE:N /     SWITCH_1 / 1RES:D"],
  ],
  [
    "w3c/webvtt.js#27",
    "WEBVTT\n\nSTYLE\n::cue(b) {\n  color: red;\n}\n\n00:00:00.000 --> 00:00:10.000\n- Hello <b>you</b>.\n",
    ["0-10 - Hello you."],
  ],
  ["mantas-done/subtitles#16", "WEBVTT\tchapters\n\nIntro\n00:00:00.000 --> 00:00:10.000\nIntro\n", ["0-10 Intro"]],
])("reads the captions of %s", (_source, text, lines) => {
  expect(linesOf(text)).toEqual(lines);
  expect(splitNotes(webVttOf(bytes(text))).notes).toEqual([]);
});

const window = { start: new Date("2027-01-01T00:00:00Z"), end: new Date("2027-12-31T00:00:00Z") };

function busyOf(lines: string[]): string[] {
  const text = ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n");
  const { busy, remarks } = readBusy(text, { window, timeZone: "Europe/London", siteHost: "breathroom.example" });
  return [
    ...busy.map(({ start, end }) => `${start.toISOString().slice(0, 16)}/${end.toISOString().slice(11, 16)}`),
    ...remarks,
  ];
}

const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1", ...lines, "END:VEVENT"];
const timed = (tzid: string) => event(`DTSTART;TZID=${tzid}:20270701T120000`, `DTEND;TZID=${tzid}:20270701T123000`);

test.each([
  ["derekantrican/GAS-ICS-Sync#254", timed("GMT Standard Time 1"), ["2027-07-01T11:00/11:30"]],
  [
    "derekantrican/GAS-ICS-Sync#225",
    [
      ...event("DTSTART;TZID=Eastern Standard Time:20270706T160000", "DURATION:PT30M", "RRULE:FREQ=WEEKLY;COUNT=2"),
      ...event(
        "RECURRENCE-ID;TZID=Eastern Standard Time:20270713T160000",
        "DTSTART;TZID=Eastern Standard Time:20270713T170000",
        "DURATION:PT30M",
      ),
    ],
    ["2027-07-06T20:00/20:30", "2027-07-13T21:00/21:30"],
  ],
  [
    "bressanmarcos/ICS-Timezone-Fixer#11",
    ["X-WR-CALNAME : Ted", ...event("DTSTART:20270303T140000", "DTEND:20270303T142500")],
    ["2027-03-03T14:00/14:25"],
  ],
  ["thomersch/openstreetmap-calendar#185", timed("/Europe/Vienna"), ["2027-07-01T10:00/10:30"]],
  ["nextcloud/server#48598", timed("W. Europe Standard Time"), ["2027-07-01T10:00/10:30"]],
  ["owncloud-archive/calendar#687", timed("Europe/Berlin"), ["2027-07-01T10:00/10:30"]],
  [
    "Exchange’s list of zones",
    timed('"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"'),
    ["2027-07-01T10:00/10:30"],
  ],
])("reads the calendar of %s", (_source, lines, times) => {
  expect(busyOf(lines)).toEqual(times);
});

const choices = {
  format: "generic",
  timeZone: "UTC",
  currency: "EUR",
  dateOrder: "day_first",
  createsSessions: false,
} as const;

test.each([
  ["TablePress/TablePress#198", "Email;Name;Start;Notes\nana@example.com;Ana;2027-03-01 19:30;a, b, c, d;;\n"],
  ["alexcaza/export-to-csv#119", "\uFEFFsep=,\r\nEmail,Name,Start\r\nana@example.com,Ana,2027-03-01 19:30\r\n"],
  ["Dokuly-PLM/dokuly#149", "Email;Name;Start\nana@example.com;Ana, Reyes, jun.;2027-03-01 19:30\n"],
  [
    "gr8b/zabbix-module-sqlexplorer#18",
    'Email,Notes,Start\r\nana@example.com,"one\r\ntwo\nthree",2027-03-01 19:30\r\n',
  ],
  ["oroinc/crm#96", '"Email";"Start"\r\n"ana@example.com";"2027-03-01 19:30"\r\n'],
])("reads the list of %s", async (_source, text) => {
  const { bookings, problems } = await readRows(text, choices);
  expect([bookings.map(({ email }) => email), problems]).toEqual([["ana@example.com"], []]);
});

test.each([
  ["firefly-iii/firefly-iii#4106", "4.711,98 €", 471_198],
  ["firefly-iii/firefly-iii#4106, Switzerland", "1'000'000,00", "too much"],
  ["deadlocker8/BudgetMaster#731", "1.355,90€", 135_590],
  ["libracore/erpnextswiss#84", "1.495,18", 149_518],
  ["invoice-x/invoice2data#306", "1'234.50", 123_450],
  ["firefly-iii/firefly-iii#1087", "€1,44", 144],
  ["firefly-iii/firefly-iii#1938", "-1.000,00 €", "not an amount"],
  ["harung1993/dollardollar#55", "173,900", "two ways"],
  ["actualbudget/actual#2143", "1.000", "two ways"],
])("reads the amount of %s", (_source, text, value) => {
  const read = readAmount(text, "EUR", findDecimalSign([text]));
  if (typeof value === "number") expect(read).toEqual({ value: { amountMinor: value, currency: "EUR" } });
  else expect(read).toHaveProperty("problem");
});

test.each([
  ["mailgun/flanker#40", "o'hara@example.com", "o'hara@example.com"],
  ["jquerytools/jquerytools#723", "john_o'groats@ireland.example.com", "john_o'groats@ireland.example.com"],
  ["jquery-validation/jquery-validation#1287", "xyz@\u200bgmail.\u200bexample.com", "xyz@gmail.example.com"],
  ["antiwork/gumroad#6522", "\u2060buyer@example.com\ufeff", "buyer@example.com"],
  ["egulias/EmailValidator#21", "me@example.com    test", null],
])("reads the address of %s", (_source, typed, address) => {
  expect(typedEmail("wrong").safeParse(typed).data ?? null).toBe(address);
});

test.each([
  ["openstreetmap/openstreetmap-website#4538", "\u200b".repeat(15), ""],
  ["XiovV/calich#252", "Alice\u202eeviL", "AliceeviL"],
  ["Mesh-America/supply-drop-bbs#228", "\ufeffNo\u200bde\u202e", "Node"],
  ["infinity-next/infinity-next#65", "\u202evatsuG", "vatsuG"],
])("stores the name of %s", (_source, typed, name) => {
  expect(stripInvisible(typed)).toBe(name);
});
