import { renderMail, templates } from "@server/platform/mail/templates";
import { expect, test } from "vitest";

const dispute = templates["admin-dispute"].example;

test.each([
  ["inquiry", "No money has been taken. Answer in Stripe’s dashboard by Tuesday, December 8, 2026"],
  ["dispute", "an unanswered dispute is lost"],
  ["appeal", "it has been appealed"],
  ["won", "The £14.40 is yours again."],
  ["lost", "was returned to Hannah Okafor. The place stays booked"],
  ["closed", "is closed"],
] as const)("explains a dispute (%s) to the instructor", (stage, words) => {
  expect(renderMail("admin-dispute", { ...dispute, stage }).text.replace(/\s+/g, " ")).toContain(words);
});

test.each([
  [
    { stage: "won", isEnded: true, toRefund: "£36.00", refundUrl: "https://breathroom.example/refund" },
    "so £36.00 of it is for you to refund",
  ],
  [{ stage: "won", isEnded: true }, "has ended meanwhile, and nothing is to be refunded"],
  [{ stage: "lost", isEnded: true }, "The booking has ended already."],
  [{ stage: "lost", session: null, noun: "pass" }, "The pass is on hold: nothing can be booked with it."],
  [{ stage: "won", session: null, noun: "gift card" }, "The gift card of Hannah Okafor can be used."],
  [{ stage: "lost", session: null, noun: "course" }, "The course stays open until you decide otherwise."],
] as const)("says what a dispute means for what was bought: %j", (facts, words) => {
  expect(renderMail("admin-dispute", { ...dispute, ...facts }).text.replace(/\s+/g, " ")).toContain(words);
});

test.each([
  [{ nothing: "unpaid" }, "There is nothing to pay."],
  [{ nothing: "refunded_before" }, "What you paid has already been refunded."],
  [{ disputed: "£36.00" }, "Your bank is looking into £36.00 of your payment"],
  [{ byBank: "£36.00" }, "Your bank has already returned £36.00 to you."],
] as const)("says what becomes of the money of a cancelled booking: %j", (facts, words) => {
  const returned = { byCard: null, byHand: null, ...facts };
  for (const template of ["booking-cancelled", "session-cancelled", "course-cancelled"] as const) {
    const text = renderMail(template, { ...templates[template].example, returned }).text.replace(/\s+/g, " ");
    expect(text).toContain(words);
    if (!("nothing" in facts)) expect(text).not.toContain("There is nothing to pay");
  }
});

test("claims nothing of money that a mail of an earlier version knows nothing about", () => {
  const returned = { byCard: null, byHand: null };
  const { text } = renderMail("session-cancelled", { ...templates["session-cancelled"].example, returned });
  expect(text).not.toContain("nothing to pay");
});
