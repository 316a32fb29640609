import { randomInt, randomUUID } from "node:crypto";
import http from "node:http";

/** How a form is posted without scripts, and how the app's script posts it in its place. */
const ways = {
  forms: { suffix: "", contentType: "application/x-www-form-urlencoded", accept: "text/html", booked: 303 },
  scripts: {
    suffix: ".data",
    contentType: "application/x-www-form-urlencoded;charset=UTF-8",
    accept: "*/*",
    booked: 202,
  },
};

/** Opens a session's form once. Returns a function that makes the body of another visitor's booking. */
export async function readBookingForm({ url }, sessionId) {
  const form = await (await fetch(`${url}/sessions/${sessionId}/book`)).text();
  const valueOf = (name) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1];
  const [quote, healthVersion] = ["quote", "healthVersion"].map(valueOf);
  if (!quote) throw new Error("The session has no booking form.");
  return () =>
    new URLSearchParams({
      ...{ quote, formKey: randomUUID(), firstName: "Hannah", lastName: "Okafor" },
      ...{ email: `${randomUUID()}@example.com`, quantity: 1, ...(healthVersion && { healthVersion, healthNote: "" }) },
    }).toString();
}

/**
 * Opens a session's page and posts the booking form, over connections of the agent. Returns whether a place was
 * booked, the statuses (0 without an answer) and the time in ms, with the wait for a connection.
 */
export async function visitAndBook({ site, sessionId, way, agent }, body) {
  const visitor = visitorOf(site, agent);
  const began = performance.now();
  const page = await ask(visitor, `/sessions/${sessionId}`);
  const status = await postBooking(visitor, sessionId, body, way);
  return { isBooked: status === ways[way].booked, statuses: [page, status], ms: performance.now() - began };
}

/** Keeps as many connections open as are needed, up to a number. */
export const keepConnections = (maxSockets) => new http.Agent({ keepAlive: true, maxSockets });

function postBooking(visitor, sessionId, body, name) {
  const { suffix, accept, contentType } = ways[name];
  return ask(visitor, `/sessions/${sessionId}/book${suffix}`, { accept, "content-type": contentType }, body);
}

/** Returns a visitor with a network of its own. */
const visitorOf = ({ url }, agent) => ({
  ...{ url, agent, origin: new URL(url).origin },
  network: [10, randomInt(256), randomInt(256), 1].join("."),
});

/** Sends one request, a POST if there is a body. Returns the status, or 0 without an answer. */
function ask(visitor, address, headers = {}, body) {
  const { url, agent, origin, network } = visitor;
  const sent = { ...headers, "accept-encoding": "gzip", "x-forwarded-for": network };
  if (body) Object.assign(sent, { origin, "content-length": Buffer.byteLength(body) });
  return new Promise((resolve) => {
    const request = http.request(url + address, { method: body ? "POST" : "GET", agent, headers: sent }, (response) => {
      response
        .resume()
        .once("error", () => resolve(0))
        .once("end", () => resolve(response.statusCode));
    });
    request
      .on("error", ({ code }) => {
        if (request.reusedSocket && code === "ECONNRESET") resolve(ask(visitor, address, headers, body));
        else resolve(0);
      })
      .end(body);
  });
}

/** Books with so many clients, each of whom waits for its answer, for so many seconds. */
export async function bookFor({ site, sessionId, clients, seconds }) {
  const bodyOf = await readBookingForm(site, sessionId);
  const agent = keepConnections(clients);
  const statuses = [];
  const began = performance.now();
  const client = async () => {
    while (performance.now() - began < seconds * 1000) {
      statuses.push(await postBooking(visitorOf(site, agent), sessionId, bodyOf(), "forms"));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  const booked = statuses.filter((status) => status === ways.forms.booked).length;
  return { booked, refused: statuses.length - booked, seconds: (performance.now() - began) / 1000 };
}
