import { readdirSync, readFileSync } from "node:fs";
import { decodeText } from "@server/core/decode-text";
import { DomainError } from "@server/core/errors";
import { typedEmail } from "@server/core/email-address";
import { typedName } from "@server/core/input-schemas";
import { importFormats } from "@server/office/imports/formats";
import { decodeCsv } from "@server/office/imports/read-csv";
import { readRows } from "@server/office/imports/read-rows";
import { CalendarReadError } from "@server/platform/calendar/calendar-lines";
import { readBusy } from "@server/platform/calendar/read-busy";
import { webVttOf } from "@server/platform/media/captions-file";
import { readCues } from "@server/platform/media/cues";
import { expect, test } from "vitest";
import { Random } from "../../support/fuzz/random";

// Set by `npm run test:fuzz`: how long each reader gets mutations of other programs' files.
const seconds = Number(process.env.FUZZ_SECONDS ?? 4) / 4;
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

const filesIn = (folder: string): Buffer[] =>
  readdirSync(`tests/fixtures/${folder}`).map((name) => readFileSync(`tests/fixtures/${folder}/${name}`));

/** The processor's time that reading may take: calendars are read in a thread of their own, which is ended after 10 s. */
type Reader = { mostMs?: number; files: () => Buffer[]; read: (content: Buffer, random: Random) => unknown };

const window = { start: new Date("2026-11-30T00:00:00Z"), end: new Date("2028-01-04T00:00:00Z") };

const readers: Record<string, Reader> = {
  captions: {
    files: () => filesIn("captions"),
    read(content) {
      const stored = webVttOf(content);
      // What is stored is read again for the transcript, and says the same.
      if ("problem" in readCues(stored)) throw new Error("stored captions can't be read");
    },
  },
  calendars: {
    mostMs: 5000,
    files: () => filesIn("calendars"),
    read: (content) =>
      readBusy(decodeText(content)?.text ?? content.toString(), {
        window,
        timeZone: "Europe/London",
        siteHost: "breathroom.example",
      }),
  },
  imports: {
    // Some rows at a time: others are answered between them.
    mostMs: 2000,
    files: () => filesIn("imports"),
    read: (content, random) =>
      readRows(decodeCsv(content).text, {
        format: random.pick(importFormats.filter((format) => !["customers", "passes", "members"].includes(format))),
        timeZone: "Europe/London",
        currency: "GBP",
        dateOrder: random.pick(["day_first", "month_first"] as const),
        createsSessions: true,
      }),
  },
  names: {
    files: () =>
      ["Zoe\u0308 Ñandú", "محمد\u200c الأحمدي", "o'hara+a&b@müller.example", "👩‍👧 🎉"].map((text) => Buffer.from(text)),
    read(content) {
      for (const schema of [typedName("wrong"), typedEmail("wrong")]) {
        const read = schema.safeParse(content.toString());
        // What is stored stays as it is when it is typed again.
        if (read.success && schema.parse(read.data) !== read.data) throw new Error(`not stable: ${read.data}`);
      }
    },
  },
};

const pieces = [
  "\n",
  "\n\n",
  "\r",
  "-->",
  "00:00:01,000 --> 00:00:02,000",
  ":",
  ";",
  ",",
  '"',
  "\t",
  "=",
  "\0",
  "\uFEFF",
];
const parts = [
  "BEGIN:VEVENT",
  "END:VEVENT",
  "RRULE:FREQ=YEARLY",
  "TZID=x",
  "19700101T000000",
  "9".repeat(50),
  "é",
  "\u202e",
];

/** Returns a file with some of its bytes changed, moved, repeated or left out, or joined with another one. */
function mutate(content: Buffer, files: Buffer[], random: Random): Buffer {
  let changed = content;
  for (let times = 1 + random.below(5); times > 0; times -= 1) {
    const [a, b] = [random.below(changed.length + 1), random.below(changed.length + 1)].sort((one, two) => one - two);
    const [start, middle, end] = [changed.subarray(0, a), changed.subarray(a, b), changed.subarray(b)];
    const other = random.pick(files);
    changed = random.pick([
      () => Buffer.concat([start, end]),
      () => Buffer.concat([start, ...Array.from({ length: 1 + random.below(50) }, () => middle), end]),
      () => Buffer.concat([start, Buffer.from(random.pick([...pieces, ...parts])), middle, end]),
      () => Buffer.concat([start, Buffer.from([random.below(256)]), end]),
      () => Buffer.concat([start, other.subarray(random.below(other.length + 1)), end]),
      () =>
        Buffer.from(
          changed.toString("latin1").replaceAll(random.pick(["\n", ":", ","]), random.pick(pieces)),
          "latin1",
        ),
      () => Buffer.from(changed.toString(), random.pick(["utf16le", "latin1"] as const)),
    ])();
    if (changed.length > 200_000) changed = changed.subarray(0, 200_000);
  }
  return changed;
}

const cpuMs = () => process.cpuUsage().user / 1000;

test.each(Object.entries(readers))(
  "reads mutated %s without a fault, within its time",
  async (name, { files: list, read, mostMs = 1000 }) => {
    const random = new Random(seed);
    const files = list();
    const end = performance.now() + seconds * 1000;
    const memory = process.memoryUsage().heapUsed;
    const counts = { read: 0, refused: 0, slowest: 0, largest: 0 };
    while (performance.now() < end) {
      const content = mutate(random.pick(files), files, random);
      const begin = cpuMs();
      try {
        await read(content, random);
        counts.read += 1;
      } catch (error) {
        const isRefusal = error instanceof DomainError || error instanceof CalendarReadError;
        if (!isRefusal)
          throw new Error(`FUZZ_SEED=${seed}: ${JSON.stringify(content.toString("latin1").slice(0, 2000))}`, {
            cause: error,
          });
        if (error instanceof DomainError) expect(error.message).toMatch(/^[A-Z“].*[.”]$/s);
        counts.refused += 1;
      }
      counts.slowest = Math.max(counts.slowest, cpuMs() - begin);
      counts.largest = Math.max(counts.largest, process.memoryUsage().heapUsed - memory);
    }
    process.stdout.write(`${name} with FUZZ_SEED=${seed}: ${JSON.stringify(counts)}\n`);
    expect(counts.slowest, `FUZZ_SEED=${seed}`).toBeLessThan(mostMs);
    expect(counts.read).toBeGreaterThan(0);
  },
  seconds * 1000 + 60_000,
);
