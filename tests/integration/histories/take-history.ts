import type { TestApp } from "../../support/test-app";
import { expectToHoldAlways, expectToHoldAtRest } from "./invariants";
import type { History } from "./steps";
import { World } from "./world";

/** Lets a history happen from its beginning until everything has come to rest, and looks at the books all the time. */
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
