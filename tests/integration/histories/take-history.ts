import type { TestApp } from "../../support/test-app";
import { expectToHoldAlways, expectToHoldAtRest } from "./invariants";
import type { History } from "./steps";
import { World } from "./world";

/** Runs a history from its beginning to rest and checks the invariants after every round. */
export async function takeHistory(app: TestApp, { rounds, places, doAllPay }: History): Promise<void> {
  const world = await World.begin(app, { places });
  for (const round of rounds) {
    await world.live(round);
    await expectToHoldAlways(world);
  }
  if (doAllPay) await world.payAll();
  await world.comeToRest();
  await expectToHoldAtRest(world);
}
