import { expect, test } from "vitest";
import { type StepFacts, listFirstSteps } from "@server/office/doctor/first-steps";

const nothing: StepFacts = {
  hasPortrait: false,
  contact: "",
  legal: { arePublished: false, gaps: [] },
  hasHealthStatement: false,
  hasSecondFactor: false,
  hasTestMail: false,
  hasSession: false,
  hasTestBooking: false,
  hasStripeEvent: false,
  hasBackup: false,
};

const doneWith = (facts: Partial<StepFacts>) =>
  listFirstSteps({ ...nothing, ...facts })
    .filter(({ isDone }) => isDone)
    .map(({ title }) => title);

test.each<[Partial<StepFacts>, string]>([
  [{ hasPortrait: true }, "Your name and portrait"],
  [{ contact: "ada@breathe.example" }, "Contact address"],
  [{ legal: { arePublished: true, gaps: [] } }, "Privacy and terms"],
  [{ hasHealthStatement: true }, "Health statement"],
  [{ hasSecondFactor: true }, "Two-step sign-in"],
  [{ hasTestMail: true }, "A test mail"],
  [{ hasSession: true }, "Your first session"],
  [{ hasTestBooking: true }, "A test booking"],
  [{ hasStripeEvent: true }, "Stripe’s webhook"],
  [{ hasBackup: true }, "A backup"],
])("%o completes one step: %s", (fact, title) => {
  expect(doneWith(fact)).toEqual([title]);
});

test("lists ten steps, each with one sentence and a place, and none done on a new site", () => {
  const steps = listFirstSteps(nothing);
  expect(steps).toHaveLength(10);
  expect(doneWith({})).toEqual([]);
  for (const { text, to } of steps) {
    expect(text).toMatch(/^[A-Z][^.]*\.$/);
    expect(to).toMatch(/^\/[a-z]/);
  }
});
