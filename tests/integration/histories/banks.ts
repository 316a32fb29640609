import type { TestApp } from "../../support/test-app";
import { pick } from "./people";
import type { Step } from "./steps";

type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

/** Lets a bank debit succeed or fail, days after the checkout. */
export async function answerOfBank({ stripe }: TestApp, { nth, status }: StepOf<"answer of the bank">): Promise<void> {
  const { sessions, intents } = await stripe.control.state();
  const isWaiting = (id: string | null) => intents.some((intent) => intent.id === id && intent.status === "processing");
  const waiting = pick(
    sessions.filter(({ payment_intent }) => isWaiting(payment_intent)),
    nth,
  );
  if (!waiting) return;
  try {
    await stripe.control.settleLater({ sessionId: waiting.id, status });
  } catch (error) {
    // Another step settled it first.
    if (!String(error).includes("does not wait for a bank")) throw error;
  }
}

/** Opens an inquiry, which takes no money yet. */
export async function askAboutPayment({ stripe }: TestApp, { nth }: StepOf<"inquiry">): Promise<void> {
  const { charges } = await stripe.control.state();
  const charge = pick(
    charges.filter(({ paid, disputed }) => paid && !disputed),
    nth,
  );
  if (charge) await stripe.control.dispute({ chargeId: charge.id, isInquiry: true });
}
