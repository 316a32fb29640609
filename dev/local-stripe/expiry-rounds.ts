import type { Context } from "./context";
import { expireDueSessions } from "./expire-sessions";

/** How late a session that nobody looks at may expire. */
const roundMs = 2000;

/** Expires sessions by themselves as their time passes, until `stop()`, which waits for a round under way. */
export function startExpiry(ctx: Context): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  function schedule(): void {
    if (!isStopped) timer = setTimeout(() => (round = runRound()), roundMs).unref();
  }

  async function runRound(): Promise<void> {
    try {
      await expireDueSessions(ctx);
    } catch (error) {
      ctx.log.error({ err: error }, "local Stripe: sessions could not be expired; trying again");
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
