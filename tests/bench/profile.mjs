import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bookFor } from "./booking-visitors.mjs";
import { load } from "./client.mjs";
import { settle } from "./server-process.mjs";
import { addFreeSession, signIn, startSite } from "./site.mjs";

export const title = "Where the time goes";
export const method =
  "Self time by npm package, in milliseconds for each page or booking and in percent of the main thread's busy time, sampled every 0.5 ms over 8 connections. Packages below 1 % are added up. A page that is sent from memory has little but native code and `node:`.";

const profiler = pathToFileURL(fileURLToPath(new URL("profiler.mjs", import.meta.url))).href;
const unlisted = 1;

export async function measure({ seconds, checkouts, siteOptions }) {
  const profiles = {};
  for (const [name, root] of Object.entries(checkouts)) {
    const site = await startSite({ ...siteOptions, root, args: ["--import", profiler] });
    try {
      profiles[name] = await profileSite(site, 3 * seconds);
    } finally {
      await site.stop();
    }
  }
  return { rows: [], profiles };
}

async function profileSite(site, seconds) {
  const headers = { "accept-encoding": "gzip" };
  const cookie = await signIn(site, "member");
  const sessionId = await addFreeSession(site, null);
  const read = (address, more) => (length) =>
    load(site.url + address, { headers: { ...headers, ...more }, seconds: length });
  const work = {
    "`/` as a member": read("/", { cookie }),
    "`/dashboard`": read("/dashboard", { cookie }),
    "`/sign-in`": read("/sign-in"),
    "a booking and its mails": async (length) => {
      const { answers } = await bookFor({ site, sessionId, clients: 8, seconds: length });
      await settle(site.pid);
      return { answered: answers.length };
    },
  };
  const packageOf = readPackages(site.root);
  const shares = {};
  for (const [name, run] of Object.entries(work)) {
    await run(3);
    await settle(site.pid);
    await tell(site.child, "start");
    const { answered } = await run(seconds);
    const { profile } = await tell(site.child, "stop");
    shares[name] = sharesOf(profile, packageOf, answered);
  }
  return shares;
}

function tell(child, message) {
  const answered = new Promise((resolve) => child.once("message", resolve));
  child.send(message);
  return answered;
}

/** Returns the time for each answer, and percentages by package, highest first; those below 1 % are added up. */
function sharesOf({ nodes, samples, timeDeltas }, packageOf, answered) {
  const owners = new Map(nodes.map(({ id, callFrame }) => [id, packageOf(callFrame)]));
  const times = new Map();
  for (const [nth, id] of samples.entries()) {
    const owner = owners.get(id);
    if (owner !== "idle") times.set(owner, (times.get(owner) ?? 0) + timeDeltas[nth]);
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  const shares = [...times].map(([name, time]) => [name, (100 * time) / total]).sort((a, b) => b[1] - a[1]);
  const listed = shares.filter(([, share]) => share >= unlisted);
  const rest = shares.filter(([, share]) => share < unlisted).reduce((sum, [, share]) => sum + share, 0);
  const shareOf = Object.fromEntries([...listed, ["everything else", rest]]);
  return { ms: total / 1000 / Math.max(1, answered), shareOf };
}

const special = { "(idle)": "idle", "(garbage collector)": "garbage collection", "(program)": "native" };

/** Packages are files of their own, or parts of the server's bundle that begin with a comment. */
function readPackages(root) {
  const bundle = path.join(root, "build", "index.js");
  const parts = readFileSync(bundle, "utf8")
    .split("\n")
    .flatMap((text, line) => (/^\/\/ [\w@.$-]+[/:]\S*$/.test(text) ? [{ line, name: text.slice(3) }] : []));
  const partAt = (line) => parts.findLast((part) => part.line <= line)?.name ?? "";
  return ({ functionName, url, lineNumber }) => {
    if (special[functionName]) return special[functionName];
    if (!url) return "native";
    if (url.startsWith("node:")) return "node:";
    const file = url.endsWith("/build/index.js") ? partAt(lineNumber) : url;
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
    return name ?? "the site's own code";
  };
}
