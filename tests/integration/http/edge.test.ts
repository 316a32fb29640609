import { sql } from "drizzle-orm";
import { aSession } from "../../support/sessions";
import { readManifest } from "../../support/built-site";
import { sendRaw } from "../../support/raw-http";
import { expect, test } from "../../support/site-over-http";

const close = "Connection: close\r\n";
const get = (path: string, headers = "Host: localhost\r\n") => `GET ${path} HTTP/1.1\r\n${headers}${close}\r\n`;
const posted = (path: string, type: string, length = 0) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n${close}\r\n`;
const chunked = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n${close}\r\n1e8480\r\n${"x".repeat(2_000_000)}`;
const manyHeaders = Array.from({ length: 120 }, (_, nth) => `X-${nth}: 1\r\n`).join("");

const { version } = readManifest();
const routesOf = (count: number, end = "") =>
  `/__manifest?version=${version}${Array.from({ length: count }, (_, nth) => `&p=/${nth.toString(36)}${end}`).join("")}`;

const malformed: [string, number, string][] = [
  ["TRACE", 405, `TRACE /sign-in HTTP/1.1\r\nHost: localhost\r\n${close}\r\n`],
  ["TRACE of a call", 405, `TRACE /api/trpc/accounts.me HTTP/1.1\r\nHost: localhost\r\n${close}\r\n`],
  ["a method from elsewhere", 405, `PROPFIND / HTTP/1.1\r\nHost: localhost\r\n${close}\r\n`],
  ["PUT on a page", 405, `PUT /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n${close}\r\n`],
  ["OPTIONS for the server", 405, `OPTIONS * HTTP/1.1\r\nHost: localhost\r\n${close}\r\n`],
  ["no Host", 400, get("/", "")],
  ["two Hosts", 400, get("/", "Host: localhost\r\nHost: evil.example\r\n")],
  ["a Host with spaces", 400, get("/", "Host: a b<>\r\n")],
  ["half an IPv6 address", 400, get("/", "Host: [::\r\n")],
  ["a port beyond 65535", 400, get("/", "Host: localhost:99999\r\n")],
  ["an address of another site", 400, get("http://evil.example/")],
  ["a hidden method", 400, get("/", "Host: localhost\r\nX-HTTP-Method-Override: DELETE\r\n")],
  [
    "a hidden method at uploads",
    400,
    `OPTIONS /api/uploads/x HTTP/1.1\r\nHost: localhost\r\nX-HTTP-Method-Override: DELETE\r\n${close}\r\n`,
  ],
  ["broken percent-encoding", 400, get("/sessions/%E0%A4%A")],
  ["a lone percent sign", 400, get("/%")],
  ["a line break in a path", 404, get("/sessions/%0d%0aX:1")],
  ["a path of 3,000 segments", 404, get("/a".repeat(3000))],
  ["a path of 3,000 segments in the back office", 404, get(`/admin${"/a".repeat(3000)}`)],
  ["a post to a path of 3,000 segments", 404, posted("/a".repeat(3000), "text/plain")],
  ["6,000 slashes", 404, get("/".repeat(6000))],
  ["encoded slashes", 404, get(`/sessions${"%2Fa".repeat(20)}`)],
  ["the data of 1,500 pages", 404, get(`/${"a.data/".repeat(1500)}`)],
  ["3,000 calls at once", 404, get(`/api/trpc/${",".repeat(3000)}?batch=1`)],
  ["a segment of 401 bytes", 404, get(`/pages/${"a".repeat(401)}`)],
  ["a query of 3,000 names", 414, get(`/?${Array.from({ length: 3000 }, (_, nth) => nth.toString(36)).join("&")}`)],
  ["the routes of 33 paths", 400, get(routesOf(33))],
  ["the routes of 1,000 paths", 400, get(routesOf(1000))],
  ["the routes of long paths", 400, get(routesOf(32, "/a/b/c/d/e/f/g/h/i/j"))],
  ["the routes of a path that no link has", 400, get(`/__manifest?version=${version}&p=/%00`)],
  ["a post for routes", 404, posted("/__manifest", "text/plain")],
  ["a page behind two slashes", 404, get("//sign-in")],
  ["a page behind an encoded slash", 404, get("/%2Fsign-in")],
  ["a page behind a backslash", 404, get("/\\sign-in")],
  ["a page behind an encoded backslash", 404, get("/%5Csign-in")],
  ["120 headers", 431, get("/", `Host: localhost\r\n${manyHeaders}`)],
  ["headers of 20 KB", 431, get("/", `Host: localhost\r\nCookie: ${"a=b; ".repeat(4000)}\r\n`)],
  ["a path of 20 KB", 431, get(`/${"a".repeat(20_000)}`)],
  ["invalid HTTP", 400, "hello\r\n\r\n"],
  ["200 MB in one field", 413, posted("/sign-in", "Multipart/form-data; boundary=x", 200_000_000)],
  ["300 KB for the webhook", 413, posted("/webhooks/stripe", "application/json", 300_000)],
  [
    "a long form with files from a stranger",
    401,
    posted("/admin/sessions/new", "multipart/form-data; boundary=x", 9_000_000),
  ],
  ["a long body without a length", 413, chunked("/sign-in")],
  ["a long event without a length", 413, chunked("/webhooks/stripe")],
  ["a call in form data", 415, posted("/api/trpc/accounts.signIn", "multipart/form-data; boundary=x")],
  ["a call in bytes", 415, posted("/api/trpc/accounts.signIn", "application/octet-stream")],
  ["a call in text", 415, posted("/api/trpc/accounts.signIn", "text/plain")],
  ["ten calls at once", 400, get(`/api/trpc/${Array<string>(10).fill("calendar.scheduleFeed").join(",")}?batch=1`)],
  [
    "a call with 3,000 levels",
    400,
    get(`/api/trpc/schedule.listUpcoming?input=${"[".repeat(3000)}${"]".repeat(3000)}`),
  ],
];

test.for(malformed)("refuses %s", async ([, status, bytes], { server }) => {
  const answer = await sendRaw(server.url, bytes);
  expect(answer.status).toBe(status);
  expect(answer.head).toContain("x-content-type-options: nosniff");
  expect(answer.head).toContain("content-security-policy: ");
  expect(answer.body).not.toMatch(/\bat .*:\d+:\d+|node_modules|localhost/);
});

const typed = "email=a%40example.com&password=typed-by-hand";
const fromOurPage = (origin: string, headers: string) =>
  `POST /sign-in HTTP/1.1\r\nOrigin: ${origin}\r\n${headers}Content-Type: application/x-www-form-urlencoded\r\n` +
  `Content-Length: ${typed.length}\r\n${close}\r\n${typed}`;

test.for([
  ["a header of an untrusted proxy names another host", "Host: localhost\r\nX-Forwarded-Host: evil.example\r\n"],
  ["the proxy uses its own host name", "Host: inside.example\r\n"],
] as const)("accepts the site's own forms when %s", async ([, headers], { server }) => {
  const answer = await sendRaw(server.url, fromOurPage(server.url, headers));
  expect(answer.status).toBe(401);
  expect(answer.body).toContain("Invalid email or password");
  expect((await sendRaw(server.url, fromOurPage("http://evil.example", headers))).status).toBe(403);
});

test("sends the security headers with every kind of answer", async ({ server, db }) => {
  const session = await aSession(db);
  const page = await fetch(`${server.url}/api/trpc/schedule.listUpcoming?input=%7B%7D`);
  const unchanged = { headers: { "If-None-Match": page.headers.get("ETag")! } };
  const answers: [string, number, RequestInit?][] = [
    ["/", 200],
    [`/sessions/${session.id}.data`, 200],
    ["/healthz", 200],
    ["/logo.svg", 200],
    ["/calendar.ics", 200],
    ["/dev/mailbox", 200],
    ["/dashboard", 302],
    ["/api/trpc/schedule.listUpcoming?input=%7B%7D", 304, unchanged],
    ["/webhooks/stripe", 400, { method: "POST", body: "{}" }],
    ["/nowhere", 404],
    ["/build/nowhere.js", 404],
    ["/media/images/nowhere", 404],
    ["/api/trpc/nowhere", 404],
    ["/sign-in", 405, { method: "DELETE" }],
  ];
  for (const [path, status, init] of answers) {
    const answer = await fetch(server.url + path, { ...init, redirect: "manual" });
    const { headers } = answer;
    expect([path, answer.status, headers.get("X-Content-Type-Options")]).toEqual([path, status, "nosniff"]);
    expect([path, headers.has("Content-Security-Policy"), headers.has("Referrer-Policy")]).toEqual([path, true, true]);
    expect([path, headers.has("X-Powered-By")]).toEqual([path, false]);
  }
});

test("answers 503 with Retry-After, never 500, while the database is unavailable", async ({ server, db, outage }) => {
  const session = await aSession(db);
  const signedIn = { headers: { Cookie: `breathroom_session=${"a".repeat(40)}`, Accept: "text/html" } };
  const form = { method: "POST", body: new URLSearchParams({ email: "a@example.com", password: "typed-by-hand" }) };
  const typed = JSON.stringify({ email: "a@example.com", password: "typed-by-hand" });
  const call = { method: "POST", body: typed, headers: { "Content-Type": "application/json" } };
  const id = "0b0b0b0b-0000-4000-8000-000000000000";
  const asked: [string, RequestInit?][] = [
    ["/"],
    ["/", signedIn],
    ["/dashboard", signedIn],
    [`/sessions/${session.id}`],
    [`/sessions/${session.id}.data`],
    ["/calendar.ics"],
    [`/calendar/${"k".repeat(43)}.ics`],
    [`/media/recordings/${id}/poster`],
    [`/share/sessions/${id}/x.png`],
    ["/api/trpc/schedule.listUpcoming?input=%7B%7D"],
    ["/api/trpc/accounts.me", signedIn],
    ["/api/trpc/accounts.signIn", call],
    ["/sign-in", form],
    ["/dev/mailbox"],
    ["/admin/orders.csv", signedIn],
    ["/api/uploads/x", { ...signedIn, method: "HEAD" }],
  ];
  await outage.begin();
  for (const [path, init] of asked) {
    const answer = await fetch(server.url + path, { ...init, redirect: "manual" });
    expect([path, answer.status, answer.headers.get("Retry-After")]).toEqual([path, 503, "5"]);
  }
  const page = await (await fetch(server.url, signedIn)).text();
  expect(page).toContain("Please wait a few seconds and try again");
  await outage.end();
  await expect.poll(async () => (await fetch(server.url)).status).toBe(200);
  await db.execute(sql`select 1`);
});

test("never repeats a long address in a page", async ({ server, db }) => {
  const session = await aSession(db);
  const long = "abc".repeat(500);
  const addresses = [
    "/",
    "/nowhere",
    "/sign-in",
    "/live-sessions",
    `/sessions/${session.id}`,
    "/resources",
    "/find-booking",
  ];
  const asked = addresses.flatMap((path) => [`${path}?x=${long}`, `${path === "/" ? "/_root" : path}.data?x=${long}`]);
  asked.push(
    `/sign-in?returnTo=/${long}`,
    `/live-sessions?category=${long}`,
    `/?location=${long}`,
    `/nowhere/${"a".repeat(380)}`,
  );
  asked.push(
    `/sign-in?tab=sign-up&email=${long}`,
    `/dashboard?x=${long}`,
    `/admin?x=${long}`,
    `/sessions/${session.id}/book?x=${long}`,
  );
  const repeating: string[] = [];
  for (const path of asked) {
    const answer = await fetch(server.url + path, { headers: { Accept: "text/html" }, redirect: "manual" });
    const text = (await answer.text()) + (answer.headers.get("Location") ?? "");
    // An e-mail address may have 254 characters.
    if (/(?:abc){90}|a{201}/.test(text)) repeating.push(path.slice(0, 60));
  }
  expect(repeating).toEqual([]);
});
