import { describe, expect, test } from "vitest";
import { findDecimalSign, readAmount } from "@server/office/imports/read-amounts";
import { decodeCsv } from "@server/office/imports/read-csv";
import { type ImportChoices, readRows } from "@server/office/imports/read-rows";
import { readInstant } from "@server/office/imports/read-values";

const london = { zone: "Europe/London", order: "day_first" } as const;

describe("an instant", () => {
  test.each([
    ["2026-12-01 19:30", "2026-12-01T19:30:00.000Z"],
    ["2026-07-01T19:30:59", "2026-07-01T18:30:00.000Z"],
    ["2026-12-01T19:30:00-05:00", "2026-12-02T00:30:00.000Z"],
    ["2026-10-25T01:30:00Z", "2026-10-25T01:30:00.000Z"],
    ["2024-11-04, 2:30 PM", "2024-11-04T14:30:00.000Z"],
    ["3/4/2026 7:05 pm", "2026-04-03T18:05:00.000Z"],
    ["03.04.2026 12:00 AM", "2026-04-02T23:00:00.000Z"],
    ["11/12/24 22:28", "2024-12-11T22:28:00.000Z"],
    ["Sep 26, 2026 7:05 PM", "2026-09-26T18:05:00.000Z"],
    ["Tuesday, December 1, 2026 at 19:30", "2026-12-01T19:30:00.000Z"],
    ["1 December 2026, 19:30", "2026-12-01T19:30:00.000Z"],
  ])("%s is read", (text, expected) => {
    expect(readInstant(text, london)).toEqual({ value: new Date(expected) });
  });

  test("has the month first where the file says so", () => {
    const read = readInstant("3/4/2026 19:00", { zone: "UTC", order: "month_first" });
    expect(read).toEqual({ value: new Date("2026-03-04T19:00:00Z") });
  });

  test("may lack its time where only the day matters", () => {
    const read = readInstant("2026-12-01", { ...london, needsTime: false });
    expect(read).toEqual({ value: new Date("2026-12-01T12:00:00Z") });
  });

  test.each([
    ["tomorrow", "is not a date"],
    ["31/2/2026 19:30", "is not a date"],
    ["2026-13-01 19:30", "is not a date"],
    ["2026-12-01", "has no time"],
    ["2026-12-01 25:00", "is not a time of day"],
    ["2026-10-25 01:30", "happens twice on October 25, 2026 in Europe/London: the clocks go back. Add the offset"],
    ["2026-03-29 01:30", "There is no 1:30 AM on March 29, 2026 in Europe/London: the clocks go forward."],
  ])("%s is refused", (text, message) => {
    const read = readInstant(text, london);
    expect("problem" in read && read.problem).toContain(message);
  });
});

describe("an amount", () => {
  test.each([
    ["", 0],
    ["15", 1500],
    ["£15.5", 1550],
    ["12,50", 1250],
    ["1,234.50", 123_450],
    ["1.234,50", 123_450],
    ["15.00 GBP", 1500],
    ["0.500", 50],
  ])("“%s” is read", (text, amountMinor) => {
    expect(readAmount(text, "GBP", null)).toEqual({ value: { amountMinor, currency: "GBP" } });
  });

  test.each(["abc", "-15", "(15.00)", "15.123.4", "15 CHF", "€15"])("“%s” is refused", (text) => {
    expect(readAmount(text, "GBP", null)).toHaveProperty("problem");
  });

  test.each([
    ["18.500", ["12.50"], 1850],
    ["18.500", ["12,50"], 1_850_000],
    ["18.500", ["1,234.5"], 1850],
    ["18,500", ["1.234,50"], 1850],
    ["18,500", ["£12.00", "", "7"], 1_850_000],
    ["18,500", ["0.500"], 1_850_000],
    ["1,500 EUR", ["2,500,000"], 150_000],
  ])("“%s” is read as its column %j shows", (text, others, amountMinor) => {
    const read = readAmount(text, text.endsWith("EUR") ? "EUR" : "GBP", findDecimalSign([text, ...others]));
    expect(read).toMatchObject({ value: { amountMinor } });
  });

  test.each([
    ["18.500", []],
    ["18,005", ["15", "1 200", ""]],
    ["£1,500", ["2,500"]],
    ["18.500", ["12.50", "12,50"]],
  ])("“%s” is refused as unclear beside %j", (text, others) => {
    const read = readAmount(text, "GBP", findDecimalSign([text, ...others]));
    expect("problem" in read && read.problem).toContain("can be read in two ways");
  });

  test("with a third decimal that is not 0 is refused", () => {
    expect(readAmount("18.005", "GBP", findDecimalSign(["18.005", "12.50"]))).toHaveProperty("problem");
  });
});

const choices: ImportChoices = {
  format: "generic",
  timeZone: "Europe/London",
  currency: "GBP",
  dateOrder: "day_first",
  createsSessions: false,
};

describe("a file", () => {
  test("may have a mark of its encoding, semicolons, quotes and lines within quotes", async () => {
    const text =
      '\uFEFFEmail;Name;Start;Session\r\nana@example.com;"Ana; ""Annie"" Reyes";2026-12-01 19:30;"Dawn\nBreath"\r\n;;;\r\n';
    const { bookings, problems } = await readRows(text, choices);
    expect(problems).toEqual([]);
    expect(bookings).toMatchObject([
      { row: 2, firstName: "Ana;", lastName: '"Annie" Reyes', title: "Dawn Breath", email: "ana@example.com" },
    ]);
  });

  test("is refused unless it is text whose letters can be told", () => {
    expect(() => decodeCsv(Buffer.from([0xc4, 0xec, 0xe8, 0xf2, 0xf0, 0xe8, 0xe9]))).toThrow("not in UTF-8");
    expect(() => decodeCsv(Buffer.from("PK\u0003\u0004"))).toThrow("a spreadsheet");
    expect(() => decodeCsv(Buffer.alloc(0))).toThrow("empty");
  });

  test.each([
    ["", "The file is empty"],
    ["Email,Start\n", "no rows below its header"],
    ["Name,Start\nAna,2026-12-01 19:30", "no column for the email address"],
    ["Email,Name\nana@example.com,Ana", "no column for the start of the session"],
    ['Email,Start\n"ana@example.com,2026-12-01 19:30', "a quotation mark is missing"],
    [`Email,Start\n${"a@example.com,2026-12-01 19:30\n".repeat(10_001)}`, "more than 10,000 rows"],
  ])("%.40s is refused", async (text, message) => {
    await expect(readRows(text, choices)).rejects.toThrow(message);
  });

  test("has a name, currency, status and zone of its own in each row, and says what is wrong with them", async () => {
    const text = [
      "Email,Start,Amount,Currency,Status",
      "ana@example.com,2026-12-01 19:30,15,eur,Checked in",
      "bo@example.com,2026-12-01 19:30,15,CHF,Booked",
      "cy@example.com,2026-12-01 19:30,15,,Sleeping",
    ].join("\n");
    const { bookings, problems } = await readRows(text, choices);
    expect(bookings).toMatchObject([{ firstName: "ana", lastName: "", currency: "EUR", amountMinor: 1500 }]);
    expect(problems).toEqual([
      { row: 3, column: "Amount", message: "The currency “CHF” is not GBP, EUR or USD." },
      { row: 4, column: "Status", message: "“Sleeping” is not known. Use “booked” or “cancelled”." },
    ]);
  });

  test("names the row of an amount that can be read in two ways", async () => {
    const text = "Email,Name,Session,Start,Amount\nana@example.com,Ana,Morning,2026-10-01 19:30,18.500";
    const { bookings, problems } = await readRows(text, choices);
    expect(bookings).toEqual([]);
    expect(problems).toMatchObject([{ row: 2, column: "Amount" }]);
  });

  test("from Eventbrite has one row per attendee, in the event’s own zone", async () => {
    const text = [
      "Order ID,Order date,Attendee first name,Attendee last name,Attendee email,Event name,Event ID,Event start date,Event start time,Event timezone,Ticket quantity,Ticket type,Currency,Ticket price,Buyer email,Barcode number",
      "11,2026-11-20 12:00:00,Ana,Reyes,ana@example.com,Dawn Breath,9,2026-12-01,18:00:00,America/Los_Angeles,1,Full,USD,20.00,ana@example.com,1101",
      "11,2026-11-20 12:00:00,Bo,Reyes,ana@example.com,Dawn Breath,9,2026-12-01,18:00:00,America/Los_Angeles,1,Full,USD,20.00,ana@example.com,1102",
    ].join("\n");
    const { bookings, problems } = await readRows(text, { ...choices, format: "eventbrite" });
    expect(problems).toEqual([]);
    const start = {
      startTime: new Date("2026-12-02T02:00:00Z"),
      amountMinor: 2000,
      currency: "USD",
      title: "Dawn Breath",
    };
    expect(bookings).toMatchObject([
      { ...start, firstName: "Ana", bookedAt: new Date("2026-11-20T20:00:00Z") },
      { ...start, firstName: "Bo" },
    ]);
  });

  test("from Momence leaves out what was cancelled", async () => {
    const text = [
      "Sale Date,Class Name,Class Date,Location,Teacher,Customer Email,Payment Method,Membership used,Cancelled",
      '"2026-11-20, 9:00 AM",Dawn Breath,"2026-12-01, 7:30 PM",Online,Mara,ana@example.com,Card,,',
      '"2026-11-20, 9:00 AM",Dawn Breath,"2026-12-01, 7:30 PM",Online,Mara,bo@example.com,Card,,Yes',
    ].join("\n");
    const { bookings, cancelled } = await readRows(text, { ...choices, format: "momence" });
    expect(cancelled).toBe(1);
    expect(bookings).toMatchObject([{ email: "ana@example.com", startTime: new Date("2026-12-01T19:30:00Z") }]);
  });
});
