import { randomInt, randomUUID } from "node:crypto";
import http from "node:http";

/**
 * Returns what visitors do at the site, in the proportions of a busy evening. Each visit takes an agent for its
 * connections and `tell`, which hears of each answer: `{ status, retryAfter }`, status 0 where the connection was cut.
 */
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

/** Opens the booking form and posts it as it came, with a guest's name. */
async function book(ask, id) {
  const form = await ask("GET", `/sessions/${id}/book`);
  const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)"[^>]*? value="([^"]*)"/g)];
  if (hidden.length === 0) return;
  const fields = new URLSearchParams(hidden.map(([, name, value]) => [name, value]));
  for (const [name, value] of Object.entries({
    firstName: "Lena",
    lastName: "Weir",
    email: `${randomUUID()}@example.com`,
  }))
    fields.set(name, value);
  const health = /name="healthVersion"[^>]* value="(\d+)"/.exec(form)?.[1];
  if (health) fields.set("healthVersion", health);
  await ask("POST", `/sessions/${id}/book`, fields.toString());
}

/** Sends requests in one visitor's name, who comes from a network of their own. Resolves with the answer's text. */
export function visitorAt(url, agent, tell) {
  const network = [10, randomInt(256), randomInt(256), randomInt(1, 255)].join(".");
  return (method, path, body = "") =>
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
      request.on("error", lost).end(body);
    });
}
