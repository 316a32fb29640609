import { randomInt, randomUUID } from "node:crypto";
import http from "node:http";

/** Opens a session's form once. Returns a function that makes the body of another visitor's booking. */
export async function readBookingForm({ url }, sessionId) {
  const form = await (await fetch(`${url}/sessions/${sessionId}/book`)).text();
  const valueOf = (name) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1];
  const [quote, healthVersion] = ["quote", "healthVersion"].map(valueOf);
  if (!quote) throw new Error("The session has no booking form.");
  return () =>
    new URLSearchParams({
      ...{ quote, formKey: randomUUID(), firstName: "Hannah", lastName: "Okafor" },
      ...{ email: `${randomUUID()}@example.com`, ...(healthVersion && { healthVersion }) },
    }).toString();
}

/** Posts one booking from a network of its own. Returns the status (0 without an answer) and the time in ms. */
export function postBooking({ url }, sessionId, body, agent) {
  const began = performance.now();
  const headers = {
    ...{ "content-type": "application/x-www-form-urlencoded", "content-length": Buffer.byteLength(body) },
    ...{ origin: new URL(url).origin, "x-forwarded-for": [10, randomInt(256), randomInt(256), 1].join(".") },
  };
  return new Promise((resolve) => {
    const end = (status) => resolve({ status, ms: performance.now() - began });
    const options = { method: "POST", agent, headers };
    const request = http.request(`${url}/sessions/${sessionId}/book`, options, (response) => {
      response
        .resume()
        .once("error", () => end(0))
        .once("end", () => end(response.statusCode));
    });
    request
      .on("error", ({ code }) => {
        if (request.reusedSocket && code === "ECONNRESET") resolve(postBooking({ url }, sessionId, body, agent));
        else end(0);
      })
      .end(body);
  });
}

/** Books with so many clients, each of whom waits for its answer, for so many seconds. Returns the answers. */
export async function bookFor({ site, sessionId, clients, seconds }) {
  const bodyOf = await readBookingForm(site, sessionId);
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const answers = [];
  const began = performance.now();
  const client = async () => {
    while (performance.now() - began < seconds * 1000) {
      answers.push(await postBooking(site, sessionId, bodyOf(), agent));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return { answers, seconds: (performance.now() - began) / 1000 };
}
