import { readFileSync } from "node:fs";
import { findDecimalSign, readAmount } from "@server/office/imports/read-amounts";
import { placeColumns } from "@server/office/imports/formats";
import { decodeCsv, readCsv } from "@server/office/imports/read-csv";
import { type ImportChoices, readRows } from "@server/office/imports/read-rows";
import { expect, test } from "vitest";

const choices: ImportChoices = {
  format: "generic",
  timeZone: "Europe/London",
  currency: "GBP",
  dateOrder: "day_first",
  createsSessions: false,
};

const fixture = (name: string) => decodeCsv(readFileSync(`tests/fixtures/imports/${name}`));

/** Returns what is read of a file: a line for each booking, and the rows that are named as problems. */
async function readFile(name: string, chosen: Partial<ImportChoices> = {}) {
  const { text, encoding } = fixture(name);
  const { bookings, problems } = await readRows(text, { ...choices, ...chosen });
  const lines = bookings.map(({ email, firstName, lastName, title, startTime, amountMinor, isUnpaid }) =>
    [
      email,
      `${firstName} ${lastName}`.trim(),
      title,
      startTime.toISOString().slice(0, 16),
      amountMinor / 100,
      isUnpaid ? "unpaid" : "",
    ]
      .join(" | ")
      .replace(/[ |]+$/, ""),
  );
  return { encoding, lines, problems: problems.map(({ row, message }) => `${row}: ${message}`) };
}

const morning = (email: string, name = "Ann Example", amount = 0) =>
  `${email} | ${name} | Morning | 2026-10-01T18:30 | ${amount}`;

type Row = [file: string, source: string, lines: string[], problems?: string[], chosen?: Partial<ImportChoices>];

test.each<Row>([
  ["imp02-cp1252.csv", "Excel’s “CSV” in Western Europe", [morning("ann2@example.com", "Zoë Müller")]],
  ["imp03-utf16.csv", "Excel’s “Unicode text”, with tabs", [morning("ann3@example.com", "Zoë")]],
  [
    "imp06-emails.csv",
    "addresses as people copy them",
    [
      ...["ann@example.com", "bob@example.com", "eve@example.com", "FRED@Example.COM", "gina.o'hara@example.com"],
      ...["h@xn--exmple-cua.com", "i&j@example.com", "k@example.com"],
    ].map((email) => morning(email, "A B")),
    [
      "4: “carl@example.com; dora@example.com” is not an email address.",
      "7: This is the booking of row 6 again. For several places give their number in one row.",
      '12: “"l m"@example.com” is not an email address.',
    ],
  ],
  [
    "imp07-header.csv",
    "jemproject/JEM-Project#1405: a mark and a line within the header",
    [morning("ann@example.com", "Ann Ex")],
  ],
  ["imp08-multiline.csv", "lines within quotes", [morning("ann@example.com", 'Ann "Annie" Example')]],
  [
    "imp10-eventbrite.csv",
    "fossasia/badgeyay#1470: Eventbrite",
    ["ann@example.com | Ann Example | Morning Breath | 2026-10-02T02:30 | 18"],
    ["3: “Info Requested” is not an email address."],
    { format: "eventbrite", currency: "USD" },
  ],
  ["imp11-cr-only.csv", "lines of an old Mac", [morning("ann@example.com")]],
  [
    "imp13-mindbody.csv",
    "Mindbody: the last name first",
    [morning("ann@example.com")],
    [],
    { dateOrder: "month_first" },
  ],
  [
    "imp14-trailing-semicolons.csv",
    "empty columns and a line of totals",
    [morning("ann@example.com")],
    ["4: The start of the session is missing.", "4: “Total” is not an email address."],
  ],
  [
    "imp15-three-decimals.csv",
    "firefly-iii/firefly-iii#8404: thousands or decimals",
    [],
    [
      "2: “18.500” can be read in two ways. It is not clear whether its last three digits are thousands. Please write it with two decimals.",
    ],
  ],
  ["imp16-e-mail-header.csv", "a header with a hyphen", [morning("ann@example.com")]],
  [
    "imp17-acuity.csv",
    "Acuity: its prices, and a client without an address",
    ["ann@example.com | Ann Example | Evening Breath | 2026-10-01T18:30 | 18"],
    ["3: The email address is missing."],
  ],
])("reads %s (%s)", async (file, _source, lines, problems = [], chosen = {}) => {
  expect(await readFile(file, chosen)).toMatchObject({ lines, problems });
});

test("reads dates in fifteen ways, and names the others by row", async () => {
  const { lines, problems } = await readFile("imp05-dates.csv");
  expect(lines).toHaveLength(15);
  expect(lines.filter((line) => line.includes("2026-10-01T18:30"))).toHaveLength(13);
  expect(problems.map((problem) => problem.split(":")[0])).toEqual(["10", "11", "12", "14", "19", "21"]);
});

test.each([
  ["imp12-customers-nbsp.csv", "kartoza/prj.app#1149: no-break spaces in the header", { email: 0, firstName: 1 }],
  ["imp18-stripe-customers.csv", "Stripe’s customers", { email: 2, name: 3 }],
  ["imp09-stripe.csv", "Stripe’s payments", { email: 4, name: 5 }],
])("finds the columns of a list of customers in %s (%s)", async (file, _source, places) => {
  const { header } = await readCsv(fixture(file).text);
  const placed = placeColumns("customers", header);
  expect(Object.fromEntries(Object.entries(placed).map(([column, { index }]) => [column, index]))).toEqual(places);
});

test("says how the letters of a file are written", () => {
  const encodings = ["imp02-cp1252.csv", "imp03-utf16.csv", "imp07-header.csv"].map((name) => fixture(name).encoding);
  expect(encodings).toEqual(["Windows-1252", "UTF-16", "UTF-8"]);
});

test.each([
  ["Email|Start\nana@example.com|2026-12-01 19:30\n", "bars"],
  ["sep=;\r\nEmail;Start\r\nana@example.com;2026-12-01 19:30\r\n", "Excel’s first line"],
  ['"E-mail:"\tStart *\nana@example.com\t2026-12-01 19:30\n', "signs in the header"],
  ['Email,Name,Start\nana@example.com,Ana "Annie" Reyes,2026-12-01 19:30\n', "quotes within a field"],
  ["\n\nEmail,Start\nana@example.com,2026-12-01 19:30\n", "empty lines above"],
])("reads %j (%s)", async (text) => {
  const { bookings, problems } = await readRows(text, choices);
  expect([bookings.map(({ email }) => email), problems]).toEqual([["ana@example.com"], []]);
});

test.each([
  ["1.234,50", 123_450],
  ["1 234,50", 123_450],
  ["1\u202f234,50 €", 123_450],
  ["1'234.50", 123_450],
  ["1’234.50", 123_450],
  ["EUR 18,50", 1850],
  ["18,50 EUR", 1850],
  ["€18.50", 1850],
  ["€ 18,50 EUR", 1850],
  ["18,-", 1800],
  ["18.– €", 1800],
  ["18", 1800],
  ["18,5", 1850],
])("reads the amount %j", (text, amountMinor) => {
  expect(readAmount(text, "EUR", findDecimalSign([text]))).toEqual({ value: { amountMinor, currency: "EUR" } });
});

test.each([
  ["US$18", "is in USD"],
  ["€18 USD", "is not an amount"],
  ["CHF 18", "is not an amount"],
  ["-18", "is not an amount"],
  ["18.500", "can be read in two ways"],
])("names the amount %j as a problem", (text, problem) => {
  expect(JSON.stringify(readAmount(text, "EUR", null))).toContain(problem);
});
