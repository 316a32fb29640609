import type { HTMLElement } from "node-html-parser";
import { noteOf } from "../../support/account-forms-http";
import { fieldsOf, PlainBrowser, type Page } from "../../support/browser-without-javascript";
import { aRecording } from "../../support/recordings";
import { signIn } from "../../support/recordings-http";
import { expect, test } from "../../support/admin-over-http";
import { anAccount } from "../../support/accounts";
import { aSession, takePlace } from "../../support/sessions";

const areas = (selector: string) => `main ${selector}, dialog ${selector}`;
const emptyForm = areas("form:has([required])");

const isInvalid = (page: Page, name: string) =>
  page.root.querySelectorAll(areas(`[name="${name}"]`)).some((field) => field.getAttribute("aria-invalid") === "true");

/** Returns the required fields of a form, empty: texts and boxes that are not checked. */
function emptyFieldsOf(page: Page) {
  const form = page.root.querySelector(emptyForm);
  const required = form?.querySelectorAll("[required]") ?? [];
  const sent = form ? fieldsOf(form) : {};
  const isBox = (field: HTMLElement) => field.getAttribute("type") === "checkbox" && !field.hasAttribute("checked");
  const nameOf = (field: HTMLElement) => field.getAttribute("name")!;
  const texts = required.map(nameOf).filter((name) => name in sent);
  return { texts: Object.fromEntries(texts.map((name) => [name, ""])), boxes: required.filter(isBox).map(nameOf) };
}

/** Returns the required fields that an empty submission of a page's form does not mark, also as JavaScript posts it. */
async function unmarkedOn(browser: PlainBrowser, address: string): Promise<string[]> {
  const page = await browser.open(address);
  const { texts, boxes } = emptyFieldsOf(page);
  const names = [...Object.keys(texts), ...boxes];
  if (names.length === 0) return ["no form with required fields"];
  const refused = await browser.submit(page, texts, emptyForm);
  const form = page.root.querySelector(emptyForm)!;
  const action = new URL(form.getAttribute("action") ?? page.url, page.url);
  const answer = await fetch(`${action.origin}${action.pathname}.data${action.search}`, {
    method: "POST",
    headers: browser.headers,
    body: new URLSearchParams({ ...fieldsOf(form), ...texts }),
  });
  const data = await answer.text();
  const isNamed = (name: string) => data.includes(JSON.stringify(noteOf(refused, name)));
  return names.filter((name) => !isInvalid(refused, name) || !isNamed(name));
}

test("marks every missing field of an empty form at once, without JavaScript", async ({ db, admin }) => {
  const session = await aSession(db);
  await takePlace(db, session);
  const member = await anAccount(db);
  const path = `/admin/sessions/${session.id}`;
  const office = [
    "/admin/sessions/new",
    `${path}/edit`,
    `${path}/message`,
    `${path}/add-attendee`,
    "/admin/products/resource/new",
    "/admin/birth-recordings/new",
    "/admin/stress-recordings/new",
    "/admin/discount-codes/new",
    "/admin/purchases/grant",
    "/admin/categories",
    `/admin/users/${member.id}?edit`,
    `/admin/users/${member.id}/password`,
    `/admin/users/${member.id}/login`,
    `/sessions/${session.id}/share`,
    "/dashboard/settings",
    "/dashboard/settings/password",
  ];
  const unmarked: Record<string, string[]> = {};
  for (const address of office) unmarked[address] = await unmarkedOn(admin, address);
  expect(unmarked).toEqual(Object.fromEntries(office.map((address) => [address, []])));
});

test("marks every missing field of an empty public form at once, with and without JavaScript", async ({
  db,
  server,
}) => {
  const session = await aSession(db);
  const full = await aSession(db, { maxAttendees: 1 });
  await takePlace(db, full);
  const recording = await aRecording(db, { isFree: true });
  const forms = [
    `/sessions/${session.id}/book`,
    `/sessions/${full.id}/waitlist`,
    `/birth-recordings/${recording.id}`,
    "/sign-in",
    "/sign-in?tab=sign-up",
    "/sign-in?tab=reset-password",
    "/sign-in/link",
    "/find-booking",
    "/withdraw",
  ];
  const unmarked: Record<string, string[]> = {};
  for (const address of forms) unmarked[address] = await unmarkedOn(new PlainBrowser(server.url), address);
  const member = new PlainBrowser(server.url);
  await signIn(member, (await anAccount(db)).email);
  const own = ["/dashboard/settings", "/dashboard/settings/password", "/dashboard/settings/delete"];
  for (const address of [...own, `/sessions/${session.id}/share`])
    unmarked[address] = await unmarkedOn(member, address);
  expect(unmarked).toEqual(Object.fromEntries(Object.keys(unmarked).map((address) => [address, []])));
});
