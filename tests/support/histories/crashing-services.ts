import Stripe from "stripe";
import type { Database } from "@db/client";
import type { LocalStripe } from "@dev/local-stripe/index";
import type { Mailer, Services } from "@server/core/services";
import { withFastRetries } from "../fast-retry-stripe";
import type { CrashPlan } from "./crash-plan";

/** Returns services that crash as planned: at a commit, or at a call of Stripe or the mail service. */
export function crashingServices(services: Services, stripe: LocalStripe, plan: CrashPlan): Services {
  return {
    ...services,
    db: crashingDatabase(services.db, plan),
    stripe: { ...services.stripe, client: crashingStripe(stripe, plan) },
    mailer: crashingMailer(services.mailer, plan),
  };
}

/** After a crash no query runs and open transactions roll back. */
function crashingDatabase(db: Database, plan: CrashPlan): Database {
  const transaction: Database["transaction"] = async (work, config) => {
    const result = await db.transaction(async (tx) => {
      const done = await work(tx);
      plan.point();
      return done;
    }, config);
    plan.point();
    return result;
  };
  return new Proxy(db, {
    get(target, key) {
      plan.assertAlive();
      return key === "transaction" ? transaction : (Reflect.get(target, key) as unknown);
    },
  });
}

function crashingMailer(mailer: Mailer, plan: CrashPlan): Mailer {
  return { send: (mail) => plan.around(() => mailer.send(mail)) };
}

/** Crashes where the client's request leaves the process, without retries. */
function crashingStripe({ secretKey, client }: LocalStripe, plan: CrashPlan): Stripe {
  const http = Stripe.createNodeHttpClient();
  const makeRequest: typeof http.makeRequest = (...request) => plan.around(() => http.makeRequest(...request));
  const httpClient = new Proxy(http, {
    get: (target, key) => (key === "makeRequest" ? makeRequest : (Reflect.get(target, key) as unknown)),
  });
  return withFastRetries(new Stripe(secretKey, { ...client, httpClient, maxNetworkRetries: 0, telemetry: false }));
}
