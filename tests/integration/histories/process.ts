import type { Services } from "@server/core/services";
import { CrashPlan } from "../../support/histories/crash-plan";
import { crashingServices } from "../../support/histories/crashing-services";
import type { TestApp } from "../../support/test-app";
import { isRefusal } from "./refusals";

type Round<Step> = { steps: Step[]; crashAt: number | null };

/** Runs a round's steps at once in a process that dies as planned. Returns whether it did; throws other failures. */
export async function liveInProcess<Step>(
  { services, stripe }: TestApp,
  { steps, crashAt }: Round<Step>,
  happen: (services: Services, step: Step) => Promise<unknown>,
): Promise<boolean> {
  const plan = new CrashPlan(crashAt ?? undefined);
  const own = crashingServices(services, stripe, plan);
  const outcomes = await Promise.allSettled(steps.map((step) => happen(own, step)));
  for (const outcome of outcomes) {
    if (outcome.status === "rejected" && !plan.hasCrashed && !isRefusal(outcome.reason)) throw outcome.reason;
  }
  return plan.hasCrashed;
}
