import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Booking } from "@db/schema";
import { type BookingState, canChangeState, changesByHand } from "@server/selling/bookings/transitions";

const architecture = readFileSync("docs/architecture.md", "utf8");
const bookingSection = architecture.slice(architecture.indexOf("### Booking"), architecture.indexOf("### Payment"));
const states = Object.keys(changesByHand) as BookingState[];

test("the folder diagram is up to date", () => {
  const check = () => execFileSync(process.execPath, ["scripts/docs-graph.mjs", "--check"], { stdio: "pipe" });
  expect(check).not.toThrow();
});

test("the booking diagram has exactly the transitions that the code allows", () => {
  const drawn = [...bookingSection.matchAll(/^ {2}([a-z]+_[a-z]+) --> ([a-z]+_[a-z]+)$/gm)].map(
    ([, from, to]) => `${from} > ${to}`,
  );
  const allowed = states.flatMap((from) => {
    const [status, paymentStatus] = from.split(" ");
    const booking = { status, paymentStatus } as Booking;
    return states
      .filter((to) => canChangeState(booking, to))
      .map((to) => `${from} > ${to}`.replaceAll(/(\w) (\w)/g, "$1_$2"));
  });
  expect(drawn.sort()).toEqual(allowed.sort());
});

test("the table of jobs names every task and every scheduled job", () => {
  const worker = readFileSync("server/process/worker.ts", "utf8");
  const named = [...worker.matchAll(/^\s+"([a-z]+(?:-[a-z]+)+)": (?:async )?\(/gm)].map(([, job]) => job);
  const listed = [...architecture.matchAll(/^\| `([a-z]+(?:-[a-z]+)+)` +\|/gm)].map(([, job]) => job);
  expect(named.length).toBeGreaterThan(12);
  expect(listed).toEqual(expect.arrayContaining(named));
});
