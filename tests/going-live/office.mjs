// What the instructor and the first visitors do on the new site, by forms and without JavaScript.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { textOf } from "./visitor.mjs";

export const password = "still-water-runs-deep";
const guest = { firstName: "Hannah", lastName: "Okafor", email: "hannah@visitor.example" };
const bookingForm = "form:has([name=formKey])";
/** The version of the health statement that is confirmed. */
const confirmedHealth = { healthVersion: "1" };

export async function choosePassword(admin, link) {
  const entered = await admin.open(link);
  const form = entered.root.querySelector("input[name=newPassword]") ? entered : await admin.submit(entered, {});
  await admin.submit(form, { newPassword: password, confirmPassword: password }, "form:has([name=newPassword])");
  const office = await admin.open("/admin");
  expect(textOf(office, "h1") === "Admin Dashboard", `the back office opens (${office.status} ${office.url.pathname})`);
  expect(openSteps(office).length === 8, `eight of the first steps are open, not ${openSteps(office).join(", ")}`);
}

export async function writeProfile(admin, portraitFile) {
  const page = await admin.open("/admin/profile");
  const portrait = new File([readFileSync(portraitFile)], "portrait.webp", { type: "image/webp" });
  await admin.submit(
    page,
    { name: "Ada Marsh", line: "Breathwork in small groups.", portrait },
    "form:has([name=line])",
  );
}

const gap = /\[[^[\]]*\](?!\()/g;

/** Deletes the note that asks for a review, as after reading the text, and fills in what is in brackets. */
export async function publishLegalPages(admin) {
  for (const slug of ["privacy", "terms"]) {
    const page = await admin.open(`/admin/pages/${slug}`);
    const text = page.root.querySelector("textarea[name=text]").text.replace(/^> .*\n+/m, "");
    expect(text.includes("Ada Marsh, [your postal address],"), `${slug} names the instructor beforehand`);
    expect(text.includes("Breathe (breathe.example)"), `${slug} names the site beforehand`);
    const publish = (typed) => admin.submit(page, { text: typed, intent: "publish" }, "form:has(textarea[name=text])");
    const refused = await publish(text);
    const shown = refused.root.querySelector("main").text;
    const unnamed = text.match(gap).filter((mark) => !shown.includes(`brackets: `) || !shown.includes(mark));
    expect(refused.status >= 400 && unnamed.length === 0, `${slug} is refused and names each gap (${unnamed})`);
    const kept = refused.root.querySelector("textarea[name=text]").text.replaceAll("\r\n", "\n");
    expect(kept.trim() === text.trim(), `${slug} keeps what was typed`);
    const published = await publish(text.replaceAll(gap, "14 Mill Lane"));
    expect(published.status === 200, `${slug} is published (${published.status})`);
  }
}

/** Saves the starting text as it is. */
export async function saveHealthStatement(admin) {
  const page = await admin.open("/admin/settings?section=health");
  const text = page.root.querySelector("form:has(input[name=section][value=health]) textarea").text;
  expect(/ask your doctor/.test(text), "the health statement has a starting text");
  const saved = await admin.submit(page, {}, "form:has(input[name=section][value=health])");
  expect(saved.status === 200, `the health statement is saved (${saved.status})`);
}

export async function turnOnSecondFactor(admin) {
  const page = await admin.open("/dashboard/settings/second-factor");
  const shown = await admin.submit(page, { currentPassword: password });
  const key = /\b[A-Z2-7]{4}(?: [A-Z2-7]{4})+/.exec(shown.root.querySelector("main").text)?.[0];
  expect(key, "the authenticator's key is shown");
  const done = await admin.submit(shown, { code: oneTimeCode(key.replaceAll(" ", "")) }, "form:has([name=code])");
  expect(/recovery codes/i.test(done.root.text), "two-step sign-in is on");
}

/** RFC 6238: HMAC-SHA1, 30 seconds, six digits. */
function oneTimeCode(key) {
  const bits = [...key].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = bits
    .join("")
    .match(/.{8}/g)
    .map((byte) => parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const code = digest.readUInt32BE(digest[19] & 15) & 0x7fffffff;
  return String(code % 1_000_000).padStart(6, "0");
}

/** Publishes a session and returns its address. */
export async function addSession(admin, title, price) {
  const startsAt = `${new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)}T19:30`;
  const values = { title, description: "Long exhales.", startsAt, durationMinutes: "60", price, isPublished: "on" };
  const page = await admin.open("/admin/sessions/new");
  const categories = page.root
    .querySelectorAll("select[name=category] option, datalist option")
    .map(({ text }) => text);
  expect(
    categories.some((name) => /Postpartum/.test(name)),
    `the categories are there (${categories.join(", ")})`,
  );
  const saved = await admin.submit(page, { ...values, zoomLink: "https://zoom.us/j/1" }, "form:has([name=startsAt])");
  expect(saved.status === 200, `${title} is saved (${saved.status})`);
  const schedule = await admin.open("/live-sessions");
  const links = schedule.root.querySelectorAll("a[href^='/sessions/']");
  const link = links.find((candidate) => (candidate.closest("li, article") ?? candidate).text.includes(title));
  expect(link, `${title} is on the schedule`);
  return link.getAttribute("href").replace(/\/book$/, "");
}

export async function bookAndCancel(visitor, session, mails) {
  const confirmed = await visitor.submit(
    await visitor.open(`${session}/book`),
    { ...guest, ...confirmedHealth },
    bookingForm,
  );
  expect(confirmed.url.pathname === "/booking-confirmation", `the place is booked (${confirmed.url.href})`);
  const link = await waitFor(
    () => linkIn(mails, /\/bookings\/[\w-]+[^"\s]*key=[\w-]+/),
    "a mail to manage the booking",
  );
  const managed = new URL(link, "https://site");
  const cancelling = await visitor.open(`${managed.pathname.replace(/(\/cancel)?$/, "/cancel")}${managed.search}`);
  const cancelled = await visitor.submit(cancelling, {});
  expect(/cancelled/i.test(cancelled.root.text), "the booking is cancelled");
}

export async function bookAndPay(visitor, session, pay) {
  const page = await visitor.submit(
    await visitor.open(`${session}/book`),
    { ...guest, ...confirmedHealth },
    bookingForm,
  );
  expect(page.url.hostname === "checkout.stripe.com", `Stripe's page opens (${page.url.href})`);
  const { status, paid, currency, leadsTo } = await pay(page.url.href);
  expect(status === 200 && paid === 1200 && currency === "gbp", `£12 are paid (${status}, ${paid} ${currency})`);
  const confirmed = await visitor.open(leadsTo);
  expect(/You.re booked/.test(confirmed.root.text), "the paid booking is confirmed");
}

export async function findOpenSteps(admin) {
  return openSteps(await admin.open("/admin"));
}

const openSteps = ({ root }) =>
  root
    .querySelectorAll("section[aria-labelledby=first-steps] li")
    .filter(({ text }) => text.includes("To do"))
    .map((row) => row.querySelector("h3").text.trim());

const linkIn = (mails, pattern) =>
  mails.map(({ text }) => pattern.exec(text ?? "")?.[0]).find((link) => link !== undefined);

/** Mails are sent by a job, a moment later. */
async function waitFor(find, what) {
  for (
    const until = Date.now() + 20_000;
    Date.now() < until;
    await new Promise((resolve) => setTimeout(resolve, 100))
  ) {
    const found = find();
    if (found) return found;
  }
  throw new Error(`expected: ${what}`);
}

export function expect(isTrue, what) {
  if (!isTrue) throw new Error(`expected: ${what}`);
}
