import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stripeEventTypes } from "@server/payments/handle-stripe-event";

test("the operating guide lists exactly the Stripe events that are handled", () => {
  const [, list = ""] =
    /\/webhooks\/stripe`, .+ with the events (.+)/.exec(readFileSync("docs/operating.md", "utf8")) ?? [];
  const named = [...list.matchAll(/`([a-z_.]+)`/g)].map(([, type]) => type);
  expect(named.sort()).toEqual([...stripeEventTypes].sort());
});
