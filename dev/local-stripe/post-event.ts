import Stripe from "stripe";
import type { Outcome } from "./delivery-queue";

export type Endpoint = { url: string; secret: string };

/** As long as a receiver may take; must stay below the time for which an event is claimed. */
const answerWithinMs = 10_000;

/** Sends an event once, signed at this moment of real time, as receivers compare it with theirs. Never throws. */
export async function postEvent({ url, secret }: Endpoint, payload: string): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": signer.webhooks.generateTestHeaderString({ payload, secret }),
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      },
      body: payload,
      redirect: "manual",
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await response.arrayBuffer();
    return { status: response.status };
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

// Signing needs no key of the API, only an instance of the client.
const signer = new Stripe("sk_test_unused");
