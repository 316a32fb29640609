import { randomInt, randomUUID } from "node:crypto";
import http from "node:http";

/** How a form is posted without scripts, and how the app's script posts it in its place. */
const ways = {
  forms: { suffix: "", contentType: "application/x-www-form-urlencoded", accept: "text/html" },
  scripts: {
    suffix: ".data",
    contentType: "application/x-www-form-urlencoded;charset=UTF-8",
    accept: "*/*",
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
      quote,
      formKey: randomUUID(),
      firstName: "Hannah",
      lastName: "Okafor",
      email: `${randomUUID()}@example.com`,
      quantity: 1,
      ...(healthVersion && { healthVersion, healthNote: "" }),
    }).toString();
}

/**
 * Opens a session's page and posts the booking form, over connections of the agent; a refusal that leads to the
 * session's page is followed. Returns whether a place was booked, the statuses (0 without an answer) and the time in
 * ms, with the wait for a connection.
 */
export async function visitAndBook({ site, sessionId, way, agent }, body) {
  const visitor = visitorOf(site, agent);
  const began = performance.now();
  const { suffix, accept } = ways[way];
  const page = await ask(visitor, `/sessions/${sessionId}`);
  const { status, isBooked, refusal, cookie } = await postBooking(visitor, sessionId, body, way);
  const statuses = [page.status, status];
  if (refusal) {
    const told = await ask(visitor, `/sessions/${sessionId}${suffix}?${refusal}`, { accept, cookie });
    statuses.push(told.status);
  }
  return { isBooked, statuses, ms: performance.now() - began };
}

/** Keeps as many connections open as are needed, up to a number. */
export const keepConnections = (maxSockets) => new http.Agent({ keepAlive: true, maxSockets });

/** Tells by where an answer leads what became of a booking: `refusal` is the query of the page that says why not. */
async function postBooking(visitor, sessionId, body, name) {
  const { suffix, accept, contentType } = ways[name];
  const headers = { accept, "content-type": contentType };
  const { status, location, cookie, text } = await ask(visitor, `/sessions/${sessionId}/book${suffix}`, headers, body);
  // The app's script is told by the body of a 202.
  const next = status === 303 ? location : status === 202 ? text : "";
  const [refusal] = /refused=\w+/.exec(next) ?? [];
  return { status, isBooked: next.includes("/booking-confirmation"), refusal, cookie };
}

/** Returns a visitor with a network of its own. */
const visitorOf = ({ url }, agent) => ({
  url,
  agent,
  origin: new URL(url).origin,
  network: [10, randomInt(256), randomInt(256), 1].join("."),
});

const lost = { status: 0, location: "", cookie: "", text: "" };

/** Sends one request, a POST if there is a body, whose answer's text is read. The status is 0 without an answer. */
function ask(visitor, address, headers = {}, body) {
  const { url, agent, origin, network } = visitor;
  const sent = { ...headers, "x-forwarded-for": network };
  if (body) Object.assign(sent, { origin, "content-length": Buffer.byteLength(body) });
  else sent["accept-encoding"] = "gzip";
  return new Promise((resolve) => {
    const request = http.request(url + address, { method: body ? "POST" : "GET", agent, headers: sent }, (response) => {
      const chunks = [];
      response
        .on("data", (chunk) => body && chunks.push(chunk))
        .once("error", () => resolve(lost))
        .once("end", () => resolve(answerOf(response, Buffer.concat(chunks).toString())));
    });
    request
      .on("error", ({ code }) => {
        if (request.reusedSocket && code === "ECONNRESET") resolve(ask(visitor, address, headers, body));
        else resolve(lost);
      })
      .end(body);
  });
}

function answerOf({ statusCode, headers }, text) {
  const cookies = (headers["set-cookie"] ?? []).map((line) => line.split(";")[0]);
  return { status: statusCode, location: headers.location ?? "", cookie: cookies.join("; "), text };
}

/** Books with so many clients, each of whom waits for its answer, for so many seconds. */
export async function bookFor({ site, sessionId, clients, seconds }) {
  const bodyOf = await readBookingForm(site, sessionId);
  const agent = keepConnections(clients);
  const answers = [];
  const began = performance.now();
  const client = async () => {
    while (performance.now() - began < seconds * 1000) {
      answers.push(await postBooking(visitorOf(site, agent), sessionId, bodyOf(), "forms"));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  const booked = answers.filter(({ isBooked }) => isBooked).length;
  return { booked, refused: answers.length - booked, seconds: (performance.now() - began) / 1000 };
}
