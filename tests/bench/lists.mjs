import { summarize } from "./figures.mjs";
import { signIn } from "./site.mjs";

export const title = "Lists of the back office";
export const method =
  "One request at a time, by turns at the demo's data (small seed) and with the large seed added (5,000 sessions, 50,000 bookings). The ratio is the median time with the large seed divided by that with the small seed. Before is measured with 5 passes.";

const warmUps = 1;
/** Many, because one of so many lists would exceed the limit by chance. */
const passes = { now: 25, before: 5 };

export async function measure({ sitesOf }) {
  const [small, large] = [await sitesOf("small"), await sitesOf("large")];
  const measured = {};
  for (const name of Object.keys(small)) {
    const visitors = { small: await visitorOf(small[name]), large: await visitorOf(large[name]) };
    measured[name] = await measureLists(visitors, passes[name]);
  }
  const lists = measured.now.map((list, nth) => ({ ...list, before: measured.before?.[nth] }));
  return { rows: rowsOf(measured), lists };
}

function rowsOf({ now, before }) {
  const timeAt = (address) => {
    const timeOf = (lists) => lists?.find((list) => list.address === address)?.large;
    return { now: timeOf(now), before: timeOf(before) };
  };
  const absolute = { unit: "ms", better: "lower", required: 80, goal: 40, passes: passes.now };
  const worstOf = (lists) => lists && [...lists].sort((a, b) => b.ratio - a.ratio)[0];
  const worst = worstOf(now);
  const exact = ({ ratio }) => ({ median: ratio, min: ratio, max: ratio });
  return [
    { work: "`/admin`, large seed", ...absolute, ...timeAt("/admin") },
    { work: "`/admin/payments`, large seed", ...absolute, ...timeAt("/admin/payments") },
    {
      work: `slowest growth of ${now.length} lists and searches, large against small seed`,
      ...{ unit: "×", better: "lower", required: 1.5, passes: passes.now },
      ...{ now: exact(worst), before: before && exact(worstOf(before)) },
      figures: [`now: \`${worst.address}\``, ...(before ? [`before: \`${worstOf(before).address}\``] : [])],
    },
    {
      work: "lists and searches that grow by more than 1.5",
      ...{ unit: "", better: "lower", required: 0, passes: passes.now },
      ...{ now: countGrowing(now), before: before && countGrowing(before) },
    },
  ];
}

function countGrowing(lists) {
  const count = lists.filter(({ ratio }) => ratio > 1.5).length;
  return { median: count, min: count, max: count };
}

async function visitorOf(site) {
  const cookies = { admin: await signIn(site, "admin"), member: await signIn(site, "member") };
  const open = (address) =>
    fetch(site.url + address, {
      headers: { cookie: address.startsWith("/admin") ? cookies.admin : cookies.member },
      redirect: "manual",
    });
  const idIn = async (address, pattern) => pattern.exec(await (await open(address)).text())?.[1];
  const ids = {
    SESSION: await idIn("/admin/bookings", /\/sessions\/([0-9a-f-]{36})"/),
    USER: await idIn("/admin/users?search=okafor", /\/admin\/users\/([0-9a-f-]{36})"/),
  };
  return { open: (address) => open(address.replace(/SESSION|USER/, (name) => ids[name])) };
}

async function measureLists(visitors, count) {
  const lists = [];
  for (const address of addresses) {
    const times = { small: [], large: [] };
    for (let pass = -warmUps; pass < count; pass++) {
      for (const size of pass % 2 === 0 ? ["small", "large"] : ["large", "small"]) {
        const time = await timeOf(visitors[size], address);
        if (pass >= 0) times[size].push(time);
      }
    }
    const [small, large] = [summarize(times.small), summarize(times.large)];
    lists.push({ address, small, large, ratio: large.median / small.median });
  }
  return lists;
}

async function timeOf(visitor, address) {
  const began = performance.now();
  const answer = await visitor.open(address);
  if (address.endsWith(".csv")) await readFirstPart(answer);
  else await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${address} answers ${answer.status}`);
  return performance.now() - began;
}

/** Exports are streamed; all of it is longer with more data. */
async function readFirstPart({ body }) {
  const reader = body.getReader();
  await reader.read();
  await reader.cancel();
}

const lastPage = "page=99999";
const ordered = ["/admin/orders?sort=customer", `/admin/orders?sort=-customer&${lastPage}`];
const ofSession = ["", "/attendees", "/waitlist", "/check-in", "/check-in?search=a"];

const addresses = [
  ...["/admin", "/admin/payments", "/admin/insights", "/admin/insights?period=24-months", "/admin/jobs"],
  ...["/admin/orders", `/admin/orders?${lastPage}`, "/admin/orders?search=hartley", "/admin/orders?search=39e84de2"],
  ...["/admin/orders?status=refunded&from=2025-01-01&until=2026-12-31", "/admin/orders.csv", ...ordered],
  ...["/admin/orders?tab=sessions", "/admin/orders?tab=recordings"],
  ...["/admin/bookings", `/admin/bookings?${lastPage}`, "/admin/bookings?search=hartley"],
  ...["/admin/bookings?sort=start", `/admin/bookings?sort=-start&${lastPage}`],
  ...["/admin/users", `/admin/users?${lastPage}`, "/admin/users?search=hartley", "/admin/users?sort=name"],
  ...["/admin/users/USER", "/admin/people", `/admin/people?${lastPage}`, "/admin/people?search=hartley"],
  ...["/admin/sessions", "/admin/sessions?past=99999", "/admin/sessions?search=midday"],
  ...ofSession.map((part) => `/admin/sessions/SESSION${part}`),
  ...["/admin/birth-recordings", "/admin/resources", "/admin/categories", "/admin/discount-codes"],
  ...["/admin/birth-purchases", `/admin/birth-purchases?${lastPage}`, "/admin/birth-purchases?sort=customer"],
  ...["/admin/stress-purchases?search=hartley", "/admin/audit", `/admin/audit?${lastPage}`],
  ...["/admin/mails", `/admin/mails?${lastPage}`, "/admin/mails?search=large-77"],
  ...["/dashboard", "/dashboard/sessions", "/user/sessions", "/user/bookings"],
];
