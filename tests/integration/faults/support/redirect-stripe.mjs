// Loaded first into the server's process: redirects calls of Stripe's API to a local port.
import http from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";

const original = https.request;
const port = Number(process.env.STRIPE_PORT);

https.request = (options, ...rest) => {
  if (options.host !== "api.stripe.com") return original(options, ...rest);
  const { agent: _agent, ...others } = options;
  return http.request({ ...others, protocol: "http:", host: "127.0.0.1", port }, ...rest);
};
syncBuiltinESMExports();
