import { expect } from "vitest";
import { PlainBrowser } from "../../../support/browser-without-javascript";
import type { FaultySite } from "./faulty-site";
import type { Answer } from "./visitors";

/** `npm run test:faults` takes every fault in every form; `npm test` takes one of each kind. */
export const isFull = process.env.FAULTS === "full";

/** Pages and bookings work again within 10 s; a busy machine may take longer, as the suite does not test the machine. */
const longestRecoveryMs = isFull ? 10_000 : 60_000;

type Recovery = { pageMs: number; bookingMs: number };

/** Measures how long it takes from now until a page and a booking succeed. */
export async function recovery(site: FaultySite): Promise<Recovery> {
  const start = performance.now();
  const elapsed = () => Math.round(performance.now() - start);
  await until(async () => (await new PlainBrowser(site.server.url).open("/live-sessions")).status === 200);
  const pageMs = elapsed();
  await until(() => book(site));
  return { pageMs, bookingMs: elapsed() };
}

let guests = 0;

async function book(site: FaultySite): Promise<boolean> {
  const browser = new PlainBrowser(site.server.url);
  const form = await browser.open(`/sessions/${site.sessions.free}/book`);
  if (form.status !== 200) return false;
  guests += 1;
  const typed = { firstName: "Priya", lastName: "Raman", email: `after-${guests}@example.com` };
  return (await browser.submit(form, typed)).url.includes("/booking-confirmation");
}

const until = (works: () => Promise<boolean>) =>
  expect.poll(() => works().catch(() => false), { timeout: longestRecoveryMs, interval: 50 }).toBe(true);

export function report(fault: string, { pageMs, bookingMs }: Recovery): void {
  if (isFull) process.stdout.write(`${fault}: page after ${pageMs} ms, booking after ${bookingMs} ms\n`);
}

/** Fails on any error page without advice and on any 500. */
export function expectHelpfulAnswers(answers: Answer[]): void {
  expect([...new Set(answers.filter((answer) => !isHelpful(answer)).map(describe))]).toEqual([]);
}

function isHelpful({ status, retryAfter, text }: Answer): boolean {
  if (status > 0 && status < 500) return true;
  if (status === 503) return retryAfter !== null && /(try|load the page|send it) again/i.test(text);
  // The form is shown again with the typed values and a message.
  return status === 502 && /Please try again|Failed to create checkout session/.test(text);
}

function describe({ status, address, text }: Answer): string {
  const path = new URL(address).pathname.replace(/[0-9a-f-]{36}/, ":id");
  return `${status} ${path} ${/<title>(.*?)<\/title>/.exec(text)?.[1] ?? text.slice(0, 200)}`;
}
