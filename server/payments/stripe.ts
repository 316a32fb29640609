import Stripe from "stripe";

/** Where a Stripe API answers, when it isn't Stripe's own. */
export type StripeAddress = { host: string; port: number; protocol: "http" | "https" };

/** The API version that this code was written against; the SDK's own, so that both move together. */
export function createStripeClient(options: { secretKey: string } & Partial<StripeAddress>): Stripe {
  const { secretKey, ...address } = options;
  return new Stripe(secretKey, {
    ...address,
    httpClient: readingObjects(Stripe.createNodeHttpClient()),
    timeout: 15_000,
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

/**
 * Rejects an answer that is JSON but no object (`5`, `"text"`) as unreadable: the SDK throws over it where nothing can
 * catch the error, which would end the process.
 */
function readingObjects(client: Stripe.HttpClient): Stripe.HttpClient {
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request);
    const toJSON = response.toJSON.bind(response);
    response.toJSON = async () => {
      const body: unknown = await toJSON();
      if (typeof body !== "object" || body === null) throw new TypeError("Stripe's answer is not an object");
      return body;
    };
    return response;
  };
  return client;
}
