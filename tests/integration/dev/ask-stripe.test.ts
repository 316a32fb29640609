import { appendFileSync, writeFileSync } from "node:fs";
import { createStripeClient } from "@server/payments/stripe";
import { atLocalStripe, inTestMode, proofAddress } from "../../support/stripe-card-holder";
import { proveStripe, recordCalls } from "../../support/stripe-proof";
import { test as databaseTest } from "../../support/database";
import { startTestApp } from "../../support/test-app";
import { expect } from "vitest";

/** npm run test:stripe sets both; without them, the local Stripe is asked the same. */
const { STRIPE_PROOF_KEY: key, STRIPE_PROOF_LOG: file } = process.env;

databaseTest("Stripe answers the product's modules as they expect", { timeout: 30 * 60_000 }, async ({ db }) => {
  const { app, stop } = await startTestApp({ db, settings: { siteUrl: proofAddress } });
  const local = { secretKey: app.stripe.secretKey, ...app.stripe.client };
  const address = key ? { secretKey: key } : local;
  const ours = createStripeClient(address);
  app.services.stripe.client = ours;
  await app.stripe.control.hold({});
  const lines: string[] = [];
  const say = (line: string) => {
    lines.push(line);
    if (file) appendFileSync(file, `${line}\n`);
  };
  if (file) writeFileSync(file, "");
  recordCalls(ours, say);
  const client = createStripeClient(address);
  const holder = key ? inTestMode(app, client) : atLocalStripe(app, client);
  try {
    const outcomes = await proveStripe({ app, holder, say });
    expect(outcomes).toMatchSnapshot;
    expect(lines.filter((line) => / (401|403|5\d\d) /.test(line))).toEqual([]);
  } finally {
    await stop();
  }
});
