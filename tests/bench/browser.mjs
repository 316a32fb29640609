import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { ensureChromium } from "../../scripts/lib/chromium.mjs";
import { fetchRaw } from "./client.mjs";
import { alternate, summarize } from "./figures.mjs";
import { hideFreeSessions } from "./site.mjs";

export const title = "First visit in a browser";
export const method =
  "Headless Chromium opens `/` of the small seed with an empty cache. Bytes are those of the answers' bodies with gzip, read once. Times are those of a processor slowed down four times and a line of 1.6 Mbit/s and 150 ms; hydrated means that React has attached its properties to the first link.";

const passes = 5;
/** The headless shell of Debian takes less CPU time than Playwright's. */
const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const slowDown = 4;

export async function measure({ sitesOf }) {
  await ensureChromium();
  const sites = await sitesOf("small");
  const executablePath = process.env.CHROMIUM_PATH || installed.find((file) => existsSync(file));
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const weights = {};
    const visits = {};
    for (const [name, site] of Object.entries(sites)) {
      await hideFreeSessions(site);
      weights[name] = await weigh(browser, site.url);
      visits[name] = () => visitSlowly(browser, site.url);
    }
    const times = await alternate(passes, visits);
    return { rows: [...weightRows(weights), ...timeRows(times)] };
  } finally {
    await browser.close();
  }
}

function weightRows({ now, before }) {
  const exact = (value) => value !== undefined && { median: value, min: value, max: value };
  const row = (work, pick, rest) => ({
    ...{ work: `first load of \`/\`: ${work}`, better: "lower", passes: 1, ...rest },
    ...{ now: exact(pick(now)), before: before && exact(pick(before)) },
  });
  return [
    row("HTML, gzip", ({ html }) => html.kilobytes, { unit: "kB", required: 7, goal: 6 }),
    row("JavaScript, gzip", ({ script }) => script.kilobytes, { unit: "kB", required: 110, goal: 95 }),
    row("JavaScript, requests", ({ script }) => script.requests, { unit: "", required: 14, goal: 10 }),
    row("CSS, gzip", ({ css }) => css.kilobytes, { unit: "kB", required: 13, goal: 10 }),
    row("everything else", ({ other }) => other.kilobytes, { unit: "kB" }),
  ];
}

function timeRows({ now, before }) {
  const valuesOf = (name) => ({
    now: summarize(now.map((visit) => visit[name])),
    before: before && summarize(before.map((visit) => visit[name])),
  });
  const row = { unit: "s", better: "lower", passes };
  return [
    { work: "`/` on a slow phone: LCP", ...row, required: 1.2, goal: 1, ...valuesOf("lcp") },
    { work: "`/` on a slow phone: hydrated", ...row, required: 2.2, goal: 1.8, ...valuesOf("hydrated") },
  ];
}

/** Counts what the browser loads, in the size that gzip gives it. */
async function weigh(browser, url) {
  const page = await browser.newPage({ serviceWorkers: "block" });
  const loaded = new Map();
  page.on("response", (response) => loaded.set(response.url(), response));
  await page.goto(url, { waitUntil: "networkidle" });
  const weight = { html: none(), script: none(), css: none(), other: none() };
  for (const [address, response] of loaded) {
    const kind = kindOf(response.headers()["content-type"] ?? "");
    weight[kind].requests += 1;
    const { body } = await fetchRaw(address, { "accept-encoding": "gzip" });
    weight[kind].kilobytes += body.length / 1000;
  }
  await page.close();
  return weight;
}

const none = () => ({ requests: 0, kilobytes: 0 });

function kindOf(contentType) {
  const [kind] = Object.entries({ html: /html/, script: /javascript/, css: /css/ }).find(([, is]) =>
    is.test(contentType),
  ) ?? ["other"];
  return kind;
}

async function visitSlowly(browser, url) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", slowLine);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  await page.addInitScript(watchVisit);
  await page.goto(url, { waitUntil: "commit", timeout: 120_000 });
  await page.waitForFunction(() => globalThis.visit?.hydrated !== undefined, undefined, { timeout: 120_000 });
  await page.waitForLoadState("networkidle");
  const { lcp, hydrated } = await page.evaluate(() => globalThis.visit);
  await context.close();
  return { lcp: lcp / 1000, hydrated: hydrated / 1000 };
}

/** Runs in the page, before its own scripts. */
function watchVisit() {
  globalThis.visit = {};
  const note = (list) => (globalThis.visit.lcp = list.getEntries().at(-1).startTime);
  new PerformanceObserver(note).observe({ type: "largest-contentful-paint", buffered: true });
  const isHydrated = () => {
    const link = globalThis.document.querySelector("a");
    return link && Object.keys(link).some((name) => name.startsWith("__reactProps$"));
  };
  const look = () => {
    if (isHydrated()) globalThis.visit.hydrated = performance.now();
    else setTimeout(look, 10);
  };
  look();
}
