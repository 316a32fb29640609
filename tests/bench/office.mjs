import { alternate, exactValue, summarize } from "./figures.mjs";
import { findThings, officePages } from "./office-pages.mjs";
import { signIn } from "./site.mjs";

export const title = "Pages of the back office";
export const method =
  "Time to answer with 5,000 sessions and 50,000 bookings, one request at a time. The row is the slowest of all pages, lists also with their last pages, searches and orders; `bench/results.json` has each of them.";

const passes = { now: 7, before: 3 };
const required = 150;

export async function measure({ sitesOf }) {
  const pages = {};
  const notes = [];
  for (const [name, site] of Object.entries(await sitesOf("large"))) {
    const open = await visitorOf(site);
    const { measured, left } = await measurePages(open, await findThings(site, textWith(open)), passes[name]);
    pages[name] = measured;
    if (name === "now" && left.length > 0)
      notes.push(`Left out, because the seed has nothing to show there: ${inCode(left)}.`);
  }
  const lists = pages.now.map((page) => ({ ...page, before: timeAt(pages.before, page.address) }));
  return { rows: [rowOf(pages)], lists, notes };
}

function rowOf({ now, before }) {
  const slowest = now.reduce((a, b) => (b.time.median > a.time.median ? b : a));
  const slow = now.filter(({ time }) => time.median > required).map(({ address }) => address);
  const typical = summarize(now.map(({ time }) => time.median)).median;
  return {
    work: `the slowest of ${now.length} pages`,
    unit: "ms",
    better: "lower",
    required,
    now: slowest.time,
    before: before && exactValue(Math.max(...before.map(({ time }) => time.median))),
    figures: [
      `\`${slowest.address}\``,
      `half of all within ${Math.round(typical)} ms`,
      ...(slow.length > 1 ? [`above ${required} ms: ${inCode(slow)}`] : []),
    ],
  };
}

const timeAt = (pages, address) => pages?.find((page) => page.address === address)?.time;
const inCode = (addresses) => addresses.map((address) => `\`${address}\``).join(", ");

async function visitorOf(site) {
  const cookie = await signIn(site, "admin");
  return (address) => fetch(site.url + address, { headers: { cookie }, redirect: "manual" });
}

const textWith = (open) => async (address) => (await open(address)).text();

async function measurePages(open, examples, count) {
  const measured = [];
  const left = [];
  for (const page of officePages) {
    const address = page.replaceAll(/\{(\w+)\}/g, (name, example) => examples[example] ?? name);
    // An earlier checkout may lack a page, and every checkout a thing.
    if (address.includes("{") || (await timeOf(open, address)) === null) {
      left.push(page);
      continue;
    }
    const { times } = await alternate(count, { times: () => timeOf(open, address) });
    measured.push({ address: page, time: summarize(times) });
  }
  return { measured, left };
}

const isRedirect = ({ status }) => status >= 300 && status < 400;

/** Returns null where the page is missing or leads elsewhere. */
async function timeOf(open, address) {
  const began = performance.now();
  const answer = await open(address);
  await answer.arrayBuffer();
  if (answer.status === 404 || isRedirect(answer)) return null;
  if (answer.status !== 200) throw new Error(`${address} answers ${answer.status}`);
  return performance.now() - began;
}
