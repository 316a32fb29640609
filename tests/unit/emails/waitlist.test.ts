import { expect, test } from "vitest";
import { preview as adminEntry } from "@emails/admin-waitlist-entry";
import { preview as already } from "@emails/waitlist-already";
import { preview as joined } from "@emails/waitlist-joined";
import { preview as offer } from "@emails/waitlist-offer";
import { preview as passedOn } from "@emails/waitlist-offer-passed-on";
import { renderMail } from "@server/mail/templates";

test.each([
  ["waitlist-joined", joined],
  ["waitlist-offer", offer],
  ["waitlist-offer-passed-on", passedOn],
] as const)("%s has no thanks and leave the waitlist, and leads to the entry's page", (name, preview) => {
  const { html, text } = renderMail(name, preview);
  expect(text).toMatch(/no thanks/i);
  expect(text).toMatch(/leave the waitlist/i);
  expect(html).toContain(`href="${preview.entryUrl}"`);
});

test("the offer says until when it holds, and leads to the booking form", () => {
  const { html, text } = renderMail("waitlist-offer", offer);
  expect(text).toMatch(/^Held until +Monday, November 30, 2026\n +8:00 AM GMT$/m);
  expect(html).toContain(`href="${offer.acceptUrl}"`);
});

test("no letter about an offer promises a line that may be turned off, passed over or empty", () => {
  const texts = [renderMail("waitlist-offer", offer), renderMail("waitlist-offer-passed-on", passedOn)];
  for (const { text } of texts) expect(text).not.toMatch(/next in line|comes next|join the waitlist again|back onto/i);
});

test("whoever joins too late for an offer is promised none, nor is the instructor", () => {
  const hers = [joined, { ...joined, isTooLate: true }].map((props) => renderMail("waitlist-joined", props));
  const offered = [/We will write to you if/, /you get a mail with a link/];
  for (const promise of offered) expect(hers.map(({ html }) => promise.test(html))).toEqual([true, false]);
  expect(hers[1]!.html).toContain("one that becomes free now is on the session’s page, for whoever is first.");
  const toAdmin = [false, true].map((isTooLate) => renderMail("admin-waitlist-entry", { ...adminEntry, isTooLate }));
  expect(toAdmin.map(({ html }) => html.includes("is offered to those in line by itself"))).toEqual([true, false]);
});

test("a name that carries a link is not passed on to a stranger", () => {
  const { html } = renderMail("waitlist-joined", { ...joined, firstName: "Win at www.bad.example now" });
  expect(html).not.toContain("bad.example");
});

test("whoever joins again reads that she keeps her place in line, or until when one is held for her", () => {
  const waiting = renderMail("waitlist-already", already).text;
  expect(waiting).toContain("Nothing has changed: you keep your place in line.");
  const held = renderMail("waitlist-already", { ...already, until: offer.until }).text;
  expect(held).toMatch(/^Held until +Monday, November 30, 2026\n +8:00 AM GMT$/m);
  expect(held).not.toContain("Nothing has changed");
});
