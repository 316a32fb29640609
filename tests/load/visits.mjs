import { randomInt, randomUUID } from "node:crypto";
import http from "node:http";

/** Returns visits in the proportions of a busy evening. */
export async function findVisits(url) {
  const home = await (await fetch(url)).text();
  const ids = [...new Set([...home.matchAll(/\/sessions\/([0-9a-f-]{36})/g)].map(([, id]) => id))];
  const any = () => ids[randomInt(ids.length)];
  const read = (path) => (ask) => ask("GET", path());
  const weighted = [
    [40, read(() => "/")],
    [20, read(() => `/sessions/${any()}`)],
    [10, read(() => "/live-sessions")],
    [10, read(() => "/resources")],
    [8, read(() => "/birth-recordings")],
    [4, read(() => "/calendar.ics")],
    [8, (ask) => book(ask, any())],
  ];
  return weighted.flatMap(([weight, visit]) => Array.from({ length: weight }, () => visit));
}

/** Opens the booking form and posts it as a guest fills it in. */
async function book(ask, id) {
  const form = await ask("GET", `/sessions/${id}/book`);
  const valueOf = (name) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1];
  const [quote, formKey, healthVersion] = ["quote", "formKey", "healthVersion"].map(valueOf);
  if (!quote || !formKey) return;
  const fields = { quote, formKey, firstName: "Lena", lastName: "Weir", email: `${randomUUID()}@example.com` };
  const posted = new URLSearchParams({ ...fields, ...(healthVersion && { healthVersion }) });
  await ask("POST", `/sessions/${id}/book`, posted.toString());
}

/** Sends one visitor's requests from their own network, and repeats one whose idle connection was closed. */
export function visitorAt(url, agent, tell) {
  const network = [10, randomInt(256), randomInt(256), randomInt(1, 255)].join(".");
  const ask = (method, path, body = "") =>
    new Promise((resolve) => {
      const headers = {
        Origin: new URL(url).origin,
        "X-Forwarded-For": network,
        ...(body && {
          "Content-Type": "application/x-www-form-urlencoded",
          "Content-Length": Buffer.byteLength(body),
        }),
      };
      const lost = () => {
        tell({ status: 0 });
        resolve("");
      };
      const request = http.request(new URL(path, url), { method, agent, headers }, (response) => {
        let text = "";
        response
          .setEncoding("utf8")
          .on("data", (chunk) => (text += chunk))
          .once("error", lost)
          .once("end", () => {
            tell({ status: response.statusCode, retryAfter: response.headers["retry-after"] });
            resolve(text);
          });
      });
      request
        .on("error", ({ code }) => {
          if (request.reusedSocket && code === "ECONNRESET") resolve(ask(method, path, body));
          else lost();
        })
        .end(body);
    });
  return ask;
}
