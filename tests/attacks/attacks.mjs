import http from "node:http";
import net from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const mb = 1024 * 1024;
const form = "application/x-www-form-urlencoded";
const files = "Multipart/form-data; boundary=x";
const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n';

const slowFiles = `POST /admin/sessions/new HTTP/1.1\r\nHost: x\r\nContent-Type: ${files}\r\n`;

const busy = [200, 503, "ECONNRESET"];
/** 408 after the time limit; closed beyond the limit of connections. */
const shown = ["408", "closed"];

/** Each attack with its request and the expected answers. */
export const attacks = {
  "list[99999999]=x": [(url) => post(url, "/sign-in", { type: form, body: "list[99999999]=x" }), [400]],
  "a& x 131,000": [(url) => post(url, "/sign-in", { type: form, body: "a&".repeat(131_000) }), [400]],
  "a[0][0]… x 20,000": [(url) => post(url, "/sign-in", { type: form, body: `a${"[0]".repeat(20_000)}=x` }), [400]],
  "a.b.b… x 60,000": [(url) => post(url, "/sign-in", { type: form, body: `a${".b".repeat(60_000)}=x` }), [400]],
  "200 MB in one field": [(url) => post(url, "/sign-in", { type: files, body: [part, ...megabytes(200)] }), [413]],
  "200 MB to an upload form": [
    (url) => post(url, "/admin/sessions/new", { type: files, body: [part, ...megabytes(200)] }),
    [401],
  ],
  "300,000 parts": [(url) => post(url, "/sign-in", { type: files, body: `${part}b\r\n`.repeat(300_000) }), [413]],
  "50 MB of form data to a call": [
    (url) => post(url, "/api/trpc/accounts.signIn", { type: files, body: [part, ...megabytes(50)] }),
    [413],
  ],
  "the same, chunked": [
    (url) => post(url, "/api/trpc/accounts.signIn", { type: files, body: [part, ...megabytes(50)], isChunked: true }),
    [413],
  ],
  "600 calls in one request": [(url) => get(url, batch(600)), [400]],
  "10 x 600 calls": [(url) => Promise.all(Array.from({ length: 10 }, () => get(url, batch(600)))), [400]],
  "3,000 pages at once": [(url) => flood(url, "/live-sessions", 3000), busy],
  "3,000 calendars at once": [(url) => flood(url, "/calendar.ics", 3000), [...busy, 429]],
  "500 slow bodies": [
    (url) =>
      hold(url, 500, `POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: ${form}\r\nContent-Length: 9999\r\n\r\n`),
    shown,
  ],
  "200 slow events, 20 events": [
    (url) =>
      holdAnd(url, "POST /webhooks/stripe HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n", () =>
        post(url, "/webhooks/stripe", { type: "application/json", body: "{}" }),
      ),
    ["still open", "asked 400"],
  ],
  "200 slow files, 20 uploads": [
    (url) => holdAnd(url, `${slowFiles}Content-Length: 9999\r\n\r\n`, () => upload(url)),
    ["still open", "asked 401"],
  ],
  "200 slow chunks, 20 uploads": [
    (url) => holdAnd(url, `${slowFiles}Transfer-Encoding: chunked\r\n\r\n`, () => upload(url)),
    ["still open", "asked 401"],
  ],
  "60 x /share/x": [(url) => flood(url, "/share/x", 60), [404]],
  "500 slow headers": [(url) => hold(url, 500, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "), shown],
  // The kernel's full accept queue drops some, which a silent client does not notice.
  "2,000 silent connections": [(url) => hold(url, 2000, ""), [...shown, "still open"]],
};

/** Returns the answers that an attack should not have got, each once. */
export const findUnexpected = (answers, expected) =>
  [...new Set(answers)].filter((answer) => !expected.includes(answer));

const batch = (calls) => `/api/trpc/${Array(calls).fill("calendar.scheduleFeed").join(",")}?batch=1`;
const megabytes = (count) => Array(count).fill(Buffer.alloc(mb, "x"));
const agent = new http.Agent({ maxSockets: 3000 });

function get(url, path) {
  return new Promise((resolve) => {
    http.get(url + path, { agent }, (response) => drain(response, resolve)).on("error", (error) => resolve(error.code));
  });
}

const flood = (url, path, count) => Promise.all(Array.from({ length: count }, () => get(url, path)));

function post(url, path, { type, body, isChunked = false }) {
  const chunks = [body].flat();
  const length = chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk), 0);
  const headers = { "Content-Type": type, ...(!isChunked && { "Content-Length": length }) };
  return new Promise((resolve) => {
    const request = http.request(url + path, { method: "POST", headers }, (response) => drain(response, resolve));
    request.on("error", (error) => resolve(error.code));
    const send = () => {
      while (chunks.length > 0) if (!request.write(chunks.shift())) return request.once("drain", send);
      request.end();
    };
    send();
  });
}

const upload = (url) => post(url, "/api/uploads", { type: files, body: "" });

function drain(response, resolve) {
  response.resume().on("error", () => resolve("cut"));
  response.once("end", () => resolve(response.statusCode));
}

/** Holds 200 connections open and sends 20 more requests, whose answers come last. */
async function holdAnd(url, head, ask) {
  const held = hold(url, 200, head, 15_000);
  await wait(3000);
  const asked = await Promise.all(Array.from({ length: 20 }, ask));
  return [...(await held), ...asked.map((answer) => `asked ${answer}`)];
}

/** Opens connections and sends a byte on each every five seconds, until the server closes them or a minute is over. */
export function hold(url, count, head, patienceMs = 60_000) {
  const { hostname, port } = new URL(url);
  const holdConnection = () =>
    new Promise((resolve) => {
      let answer = "";
      let hasGivenUp = false;
      const socket = net.connect(Number(port), hostname, () => socket.write(head));
      const drip = setInterval(() => head && socket.write("a"), 5000);
      const give = setTimeout(() => {
        hasGivenUp = true;
        socket.destroy();
      }, patienceMs);
      socket.on("data", (data) => (answer += data)).on("error", () => undefined);
      socket.once("close", () => {
        clearInterval(drip);
        clearTimeout(give);
        const [, status] = /^HTTP\/1.1 (\d+)/.exec(answer) ?? [];
        resolve(hasGivenUp ? "still open" : (status ?? "closed"));
      });
    });
  return Promise.all(Array.from({ length: count }, holdConnection));
}
