import type { Random } from "./random";

const long = "x".repeat(100_000);

const strings = [
  ...["", " ", "\0", "a\0b", "\ud800", "a\udfffb", "\ufeff", "\u202eabc", "\u0007\u001b[31m", "a\r\nSet-Cookie: a=b"],
  ...["👩‍👩‍👧‍👦", "שלום עולם", "ﷺ", "Zalgo\u0351\u036b\u0343", "\uffff", "\u2028", "ſß", "İ", "٣"],
  ...["' or 1=1 --", '"; drop table x; --', "%", "_", "\\", "%%%_\\", "$1", "1e999"],
  ...["../../../etc/passwd", "..%2f..%2f", "..\\..\\", "C:\\boot.ini", "/", "//example.com", "file:///etc/hostname"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "length", "then"],
  ...["{{7*7}}", "${7*7}", "<%= 7*7 %>", "<script>alert(1)</script>", "=1+1", '{"a":1}', "[]", "[object Object]"],
  ...["javascript:alert(1)", "https://[::1", "http://a@b:99999/", "https://x.example/" + "a".repeat(3000)],
  ...["a@b", "a@b.c", `${"a".repeat(300)}@example.com`, "a@example.com\nBcc: b@example.com", '"a b"@example.com'],
  ...["NaN", "Infinity", "-0", "0x10", "1_000", "1,5", "９", "true", "null", "undefined", "on", "00000000"],
  ...["ffffffff", "GBP:999999999", "GBP:-1", "XXX:1", "UTC+99:99", "Mars/Olympus", "utc+14", "en-US-u-nu-thai"],
  long,
];

const numbers = [
  ...["0", "-0", "-1", "1", "0.5", "1e-7", "2147483647", "2147483648", "-2147483649", "9007199254740993"],
  ...["9223372036854775807", "9223372036854775808", "1e21", "1e308", "1e999", "-1e999", "100000", "999999999999"],
];

const dates = [
  ...["2026-02-30", "2026-13-01", "0000-01-01", "0001-01-01", "1899-12-31", "9999-12-31", "99999-01-01"],
  ...["-271821-04-20", "+275760-09-14", "2026-03-29", "2026-03-29T01:30", "2026-10-25T01:30", "0000-01-01T00:00"],
  ...["9999-12-31T23:59", "2026-12-01T25:61", "2026-12-01T19:30:00Z", "2026-12", "2026-00", "0000-01", "24:00"],
  ...["2026-11-21 10:00:00.123456+00", "2026-02-30 10:00:00+00", "infinity", "-infinity", "now", "epoch"],
];

const ids = [
  ...["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", "not-an-id", "0"],
  ...["0b0b0b0b-0000-4000-8000-00000000000\0", "0B0B0B0B-0000-4000-8000-000000000000", "{0b0b0b0b}"],
];

/** Values that most often break servers. */
const worst = [
  ...[
    "\0",
    "a\0b",
    "\ud800",
    "__proto__",
    "constructor",
    "2026-02-30",
    "0000-01-01",
    "9999-12-31T23:59",
    "99999-01-01",
  ],
  ...["2147483648", "1e999", "-1", "👩‍👩‍👧‍👦", "not-an-id", "a\r\nb", "../../../etc/passwd", "UTC+99:99", long],
];

export const hostileText = (random: Random): string =>
  random.chance(0.5) ? random.pick(worst) : random.pick(random.pick([strings, strings, numbers, dates, ids]));

/** Returns deeply nested, odd or invalid JSON. */
export function hostileJson(random: Random): string {
  if (random.chance(0.6)) return JSON.stringify(hostileText(random));
  const depth = random.pick([50, 5000]);
  return random.pick([
    ...[
      "null",
      "true",
      "false",
      "[]",
      "{}",
      "[[]]",
      "[null]",
      '{"__proto__":{"x":1}}',
      '{"constructor":{"prototype":1}}',
    ],
    ...['{"toString":1,"valueOf":1}', '{"length":-1}', '{"then":1}', '{"0":1}', `[${"0,".repeat(5000)}0]`],
    `${"[".repeat(depth)}${"]".repeat(depth)}`,
    `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`,
    ...numbers.map((number) => number.replace(/^(-?)0$/, "$10")),
    ...[hostileText(random), hostileText(random), hostileText(random)].map((text) => JSON.stringify(text)),
  ]);
}

/** Returns a path segment whose percent encoding may be invalid UTF-8. */
export function hostileSegment(random: Random): string {
  const odd = [
    "%00",
    "%ff",
    "%C0%80",
    "%ED%A0%80",
    "%E0%A4%A",
    "%",
    "%2e%2e%2f%2e%2e",
    "..%5c..",
    "%252e",
    "a".repeat(3000),
  ];
  if (random.chance(0.3)) return random.pick(odd);
  return encodeURIComponent(
    hostileText(random)
      .slice(0, 500)
      .replace(/\p{Cs}/gu, "\ufffd"),
  ).replaceAll("%FF", "%ff");
}

export function hostileHeaders(random: Random): Record<string, string> {
  const text = () =>
    hostileText(random)
      .slice(0, 4000)
      .replace(/[^\x20-\x7e\xa0-\xff]/g, "?");
  const values: Record<string, () => string> = {
    "Accept-Language": text,
    "User-Agent": text,
    "If-None-Match": () => random.pick(["*", '"', 'W/"x"', text()]),
    "If-Modified-Since": () => random.pick(["Thu, 01 Jan 1970 00:00:00 GMT", "yesterday", text()]),
    Range: () =>
      random.pick(["bytes=0-", "bytes=-1", "bytes=9-1", "bytes=0-0,2-3", `bytes=${"9".repeat(400)}-`, text()]),
    "X-Forwarded-For": () => random.pick(["::1%eth0", "unknown", "1.2.3.4, 5.6.7.8", text()]),
    "X-Forwarded-Proto": text,
    "X-Forwarded-Host": text,
    "X-HTTP-Method-Override": () => random.pick(["DELETE", "TRACE", "x"]),
    "X-Request-Id": text,
    Referer: text,
    "Sec-Fetch-Dest": text,
    "Sec-Purpose": text,
    Accept: () => random.pick(["*/*", "application/json", "text/html;q=x", text()]),
    "Accept-Encoding": () => random.pick(["identity;q=0", "zip", "gzip;q=9", text()]),
  };
  const names = random.shuffled(Object.keys(values)).slice(0, 1 + random.below(3));
  return Object.fromEntries(names.map((name) => [name, values[name]!()]));
}
