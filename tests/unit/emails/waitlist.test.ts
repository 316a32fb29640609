import { expect, test } from "vitest";
import { renderMail, templates } from "@server/platform/mail/templates";

const adminEntry = templates["admin-waitlist-entry"].example;
const already = templates["waitlist-already"].example;
const joined = templates["waitlist-joined"].example;
const offer = templates["waitlist-offer"].example;
const passedOn = templates["waitlist-offer-passed-on"].example;

test.each([
  ["waitlist-joined", joined],
  ["waitlist-offer", offer],
  ["waitlist-offer-passed-on", passedOn],
] as const)("%s offers to decline and to leave the waitlist, and links the entry's page", (name, example) => {
  const { html, text } = renderMail(name, example);
  expect(text).toMatch(/no thanks/i);
  expect(text).toMatch(/leave the waitlist/i);
  expect(html).toContain(`href="${example.entryUrl}"`);
});

test("the offer states its end and links the booking form", () => {
  const { html, text } = renderMail("waitlist-offer", offer);
  expect(text).toMatch(/^Held until +Monday, November 30, 2026\n +8:00 AM GMT$/m);
  expect(html).toContain(`href="${offer.acceptUrl}"`);
});

test("no offer mail promises a further place on the waitlist", () => {
  const texts = [renderMail("waitlist-offer", offer), renderMail("waitlist-offer-passed-on", passedOn)];
  for (const { text } of texts) expect(text).not.toMatch(/next in line|comes next|join the waitlist again|back onto/i);
});

test("promises no offer to entries that join too late, in either mail", () => {
  const entryMails = [joined, { ...joined, isTooLate: true }].map((props) => renderMail("waitlist-joined", props));
  const offered = [/We’ll email you if/, /we’ll email you a link and/];
  for (const promise of offered) expect(entryMails.map(({ html }) => promise.test(html))).toEqual([true, false]);
  expect(entryMails[1]!.html).toContain("if one opens now, anyone can book it on the session’s page.");
  const toAdmin = [false, true].map((isTooLate) => renderMail("admin-waitlist-entry", { ...adminEntry, isTooLate }));
  expect(toAdmin.map(({ html }) => html.includes("it is offered automatically to the next person"))).toEqual([
    true,
    false,
  ]);
});

test("does not print a name that contains a link", () => {
  const { html } = renderMail("waitlist-joined", { ...joined, firstName: "Win at www.bad.example now" });
  expect(html).not.toContain("bad.example");
});

test("joining again confirms the place in line, or states until when an offer is held", () => {
  const waiting = renderMail("waitlist-already", already).text;
  expect(waiting).toContain("Nothing has changed: you keep your place on the waitlist.");
  const held = renderMail("waitlist-already", { ...already, until: offer.until }).text;
  expect(held).toMatch(/^Held until +Monday, November 30, 2026\n +8:00 AM GMT$/m);
  expect(held).not.toContain("Nothing has changed");
});
