import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { ensureChromium } from "../../scripts/lib/chromium.mjs";
import { hasCaddy, startCaddy } from "./caddy.mjs";
import { alternate, exactValue, summarize } from "./figures.mjs";
import { hideFreeSessions } from "./site.mjs";

export const title = "First visit in a browser";
export const method =
  "Headless Chromium opens `/` with an empty cache, a processor slowed down four times and a line of 1.6 Mbit/s and 150 ms: directly, and through Caddy with `deploy/Caddyfile`, HTTP/2 and a local certificate. Hydrated means that React has attached its properties to the first link. Bytes are those of the compressed bodies. Five passes.";

const passes = 5;
/** The headless shell of Debian takes less CPU time than Playwright's. */
const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const slowDown = 4;
const patience = { timeout: 120_000 };

export async function measure({ folder, checkouts, sitesOf }) {
  await ensureChromium();
  const sites = await sitesOf("small");
  for (const site of Object.values(sites)) await hideFreeSessions(site);
  const executablePath = process.env.CHROMIUM_PATH || installed.find((file) => existsSync(file));
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const proxies = {};
  try {
    const rows = rowsOf("directly", await visitInTurns(browser, sites, "http/1.1"));
    if (!hasCaddy) return { rows, notes: ["Not measured: Caddy is neither installed nor at CADDY_PATH."] };
    for (const [name, site] of Object.entries(sites)) proxies[name] = await startCaddy(checkouts[name], folder, site);
    return { rows: [...rows, ...rowsOf("through Caddy", await visitInTurns(browser, proxies, "h2"))] };
  } finally {
    await browser.close();
    for (const { stop } of Object.values(proxies)) await stop();
  }
}

function visitInTurns(browser, places, protocol) {
  const visits = Object.entries(places).map(([name, { url }]) => [name, () => visit(browser, url, protocol)]);
  return alternate(passes, Object.fromEntries(visits));
}

function rowsOf(way, { now, before }) {
  const row = (work, pick, unit, required, summaryOf) => ({
    work: `\`/\` ${way}: ${work}`,
    unit,
    better: "lower",
    required,
    now: summaryOf(now.map(pick)),
    before: before && summaryOf(before.map(pick)),
  });
  const bytes = (kind, work, required) =>
    row(
      work,
      ({ kilobytes }) => kilobytes[kind],
      "kB",
      required,
      ([first]) => exactValue(first),
    );
  return [
    row("LCP", ({ lcp }) => lcp, "s", 1.5, summarize),
    row("hydrated", ({ hydrated }) => hydrated, "s", 2.3, summarize),
    bytes("html", "HTML", 12),
    bytes("script", "JavaScript", 130),
    bytes("css", "CSS", 18),
  ];
}

async function visit(browser, url, protocol) {
  const context = await browser.newContext({ serviceWorkers: "block", ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", slowLine);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  await page.addInitScript(watchVisit);
  await page.goto(url, { waitUntil: "commit", ...patience });
  await page.waitForFunction(() => globalThis.visit?.hydrated !== undefined, undefined, patience);
  await page.waitForLoadState("networkidle", patience);
  // Scripts that the page asks for once it is idle belong to the first visit.
  await wait(1000);
  const { lcp, hydrated } = await page.evaluate(() => globalThis.visit);
  const loaded = await page.evaluate(readLoaded);
  await context.close();
  const others = new Set(loaded.map((file) => file.protocol));
  if (others.size > 1 || !others.has(protocol)) throw new Error(`${url} was loaded over ${[...others].join(", ")}`);
  return { lcp: lcp / 1000, hydrated: hydrated / 1000, kilobytes: kilobytesOf(loaded) };
}

/** Runs in the page. */
function readLoaded() {
  const entries = ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type));
  return entries
    .filter(({ nextHopProtocol }) => nextHopProtocol)
    .map(({ entryType, name, encodedBodySize, nextHopProtocol }) => {
      const { pathname } = new URL(name);
      const kind = entryType === "navigation" ? "html" : { js: "script", css: "css" }[pathname.split(".").at(-1)];
      return { kind, bytes: encodedBodySize, protocol: nextHopProtocol };
    });
}

function kilobytesOf(loaded) {
  const sum = (kind) => loaded.reduce((total, file) => total + (file.kind === kind ? file.bytes : 0), 0);
  return Object.fromEntries(["html", "script", "css"].map((kind) => [kind, sum(kind) / 1000]));
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
