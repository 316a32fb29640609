// Measures pages with much data in the database, one request at a time.
import { setTimeout as pause } from "node:timers/promises";

const limitMs = 150;
const [warmUps, rounds] = [2, 9];

const demo = { admin: "admin@example.com", member: "member@example.com", password: "breathe-demo" };

async function pagesOf(url, admin) {
  const last = "page=99999";
  const find = async (list, pattern) => pattern.exec(await (await open(url, list, admin)).text())?.[1];
  const session = await find("/admin/bookings", /\/sessions\/([0-9a-f-]{36})"/);
  const member = await find("/admin/users?search=hartley", /\/admin\/users\/([0-9a-f-]{36})"/);
  const ofSession = ["", "/attendees", "/waitlist", "/check-in"];
  return [
    ...["/admin", "/admin/orders", "/admin/orders?tab=sessions", "/admin/orders?tab=recordings"],
    ...["/admin/orders?search=hartley", `/admin/orders?${last}`],
    ...["/admin/orders?sort=customer", `/admin/orders?sort=-customer&${last}`, "/admin/orders?search=39e84de2"],
    ...["/admin/bookings?sort=start", `/admin/bookings?sort=-start&${last}`, "/admin/users?sort=name"],
    ...["/admin/birth-purchases?sort=customer", `/admin/sessions/${session}/check-in?search=a`],
    ...["/admin/orders?status=refunded&from=2025-01-01&until=2026-12-31"],
    ...["/admin/bookings", "/admin/bookings?search=hartley", `/admin/bookings?${last}`],
    ...["/admin/users", "/admin/users?search=hartley", `/admin/users?${last}`, `/admin/users/${member}`],
    ...["/admin/birth-recordings", "/admin/birth-recordings?tab=purchases", "/admin/resources", "/admin/categories"],
    ...["/admin/orders.csv"],
    ...["/admin/sessions", "/admin/sessions?past=99999", "/admin/sessions?search=midday"],
    ...ofSession.map((part) => `/admin/sessions/${session}${part}`),
    ...["/admin/birth-purchases", "/admin/stress-purchases?search=hartley", `/admin/birth-purchases?${last}`],
    ...["/admin/audit", `/admin/audit?${last}`, "/admin/mails", "/admin/mails?search=large-77", `/admin/mails?${last}`],
    ...[
      "/admin/discount-codes",
      "/admin/jobs",
      "/admin/payments",
      "/admin/insights",
      "/admin/insights?period=24-months",
    ],
  ];
}

const memberPages = ["/", "/live-sessions", "/dashboard", "/dashboard/sessions", "/user/sessions", "/user/bookings"];

/** Measures every page, prints a table and returns the number of pages over the limit. */
export async function measurePages(url) {
  const admin = await signIn(url, demo.admin);
  const member = await signIn(url, demo.member);
  const asked = [
    ...(await pagesOf(url, admin)).map((path) => ({ path, cookie: admin })),
    ...memberPages.map((path) => ({ path, cookie: member })),
  ];
  console.log(
    `\n${"page".padEnd(70)} ${"fastest".padStart(8)} ${"median".padStart(8)} ${"slowest".padStart(8)}   ms, of ${rounds} requests`,
  );
  let slow = 0;
  for (const { path, cookie } of asked) {
    const times = await timesOf(url, path, cookie);
    const median = times[Math.floor(times.length / 2)];
    if (median > limitMs) slow += 1;
    const mark = median > limitMs ? `   over ${limitMs}` : "";
    const figures = [times[0], median, times.at(-1)].map((time) => time.toFixed(0).padStart(8));
    console.log(`${path.padEnd(70)} ${figures.join(" ")}${mark}`);
  }
  console.log(`${slow} of them over ${limitMs} ms`);
  return slow;
}

/** Returns times in milliseconds, shortest first. */
async function timesOf(url, path, cookie) {
  const times = [];
  for (let round = -warmUps; round < rounds; round++) {
    const began = performance.now();
    const answer = await open(url, path, cookie);
    if (path.endsWith(".csv")) await firstPart(answer);
    else await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
    if (round >= 0) times.push(performance.now() - began);
    await pause(5);
  }
  return times.sort((a, b) => a - b);
}

/** Measures until the first part, because exports are streamed. */
async function firstPart({ body }) {
  const reader = body.getReader();
  await reader.read();
  await reader.cancel();
}

const open = (url, path, cookie) => fetch(url + path, { headers: { cookie }, redirect: "manual" });

async function signIn(url, email) {
  const answer = await fetch(`${url}/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: url },
    body: new URLSearchParams({ email, password: demo.password }),
    redirect: "manual",
  });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  if (answer.status >= 400) throw new Error(`${email} could not sign in: ${answer.status}`);
  return cookies.join("; ");
}
