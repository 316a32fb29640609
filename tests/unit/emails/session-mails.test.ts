import { expect, test } from "vitest";
import { renderMail, subjectOf, templates } from "@server/platform/mail/templates";

const recording = templates["recording-available"].example;
const cancelled = templates["session-cancelled"].example;
const changed = templates["session-changed"].example;
const reminder = templates["session-reminder"].example;

test("the day-before reminder names the day, the hour-before reminder only the time", () => {
  const { text } = renderMail("session-reminder", reminder);
  expect(text).toContain("Evening Wind-Down begins at 7:30 PM GMT on Tuesday, December 1, 2026.");
  expect(subjectOf("session-reminder", reminder)).toBe("Reminder: Evening Wind-Down, Tuesday, December 1, 2026");
  const soon = { ...reminder, isSoon: true };
  expect(renderMail("session-reminder", soon).text).toContain("Evening Wind-Down begins at 7:30 PM GMT. Find a quiet");
  expect(subjectOf("session-reminder", soon)).toBe("Starting soon: Evening Wind-Down");
});

test("an on-site reminder has no joining link", () => {
  const { html, text } = renderMail("session-reminder", { ...reminder, isOnline: false, joinUrl: null });
  expect(text).toContain("2026. Come as you are.");
  expect(text).toContain(`View your booking ${reminder.bookingUrl}`);
  expect(html).not.toMatch(/zoom|Join the session/);
});

test.each([
  [{ when: "Monday", where: null }, "Your session has a new time."],
  [{ when: null, where: ["14 Lamb Lane"] }, "Your session has a new place."],
  [{ when: "Monday", where: ["14 Lamb Lane"] }, "Your session has a new time and a new place."],
  [{ when: null, where: null }, "Your session has a new room online: please use only this joining link."],
])("says what changed: %j", (before, words) => {
  const { text } = renderMail("session-changed", { ...changed, before });
  expect(text).toContain(words);
  expect(/^Before/m.test(text)).toBe(before.when !== null || before.where !== null);
});

test("mentions no refund to people who had no place yet", () => {
  const paying = { ...cancelled, returned: null, isPaymentOpen: true };
  const waiting = { ...cancelled, returned: null, reference: null };
  for (const props of [paying, waiting]) {
    expect(renderMail("session-cancelled", props).text).not.toMatch(/Refund|£14\.40|Your booking is cancelled/);
  }
  expect(renderMail("session-cancelled", paying).text).toContain("nothing is charged");
  expect(renderMail("session-cancelled", waiting).text).toContain("because you joined the waitlist for a session");
});

test("says that the instructor returns what was paid outside the site", () => {
  const { text } = renderMail("session-cancelled", { ...cancelled, returned: { byCard: null, byHand: "£18.00" } });
  expect(text).toContain("You paid £18.00 outside this site, so I’ll return it to you myself.");
  expect(text).toMatch(/^Refund +£18\.00 from me$/m);
});

test("links the recording through the booking page", () => {
  expect(renderMail("recording-available", recording).text).toContain(`Open the recording ${recording.bookingUrl}`);
});

test("keeps the sentences of a declined request’s letter apart, also as plain text", () => {
  const { text } = renderMail("request-declined", templates["request-declined"].example);
  expect(text).toMatch(/You can reply to this email\.\nYour request /);
});
