import { billDue } from "./billing/due";
import type { Context } from "./context";
import { expireDueSessions } from "./expire-sessions";
import { payOutDue } from "./payouts";

const roundMs = 2000;

/** Expires sessions, makes payouts and renews subscriptions when their time has come, even if nobody calls the API. */
export function startRounds(ctx: Context): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  function schedule(): void {
    if (!isStopped) timer = setTimeout(() => (round = runRound()), roundMs).unref();
  }

  async function runRound(): Promise<void> {
    try {
      await expireDueSessions(ctx);
      await payOutDue(ctx);
      await billDue(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "local Stripe: what is due could not be done; trying again");
    }
    schedule();
  }

  schedule();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
