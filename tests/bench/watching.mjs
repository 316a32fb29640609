import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { ensureChromium } from "../../scripts/lib/chromium.mjs";
import { run } from "../../scripts/lib/run.mjs";
import { canRun } from "./client.mjs";
import { alternate, summarize } from "./figures.mjs";
import { signIn, startSite } from "./site.mjs";
import { startSlowLine } from "./slow-line.mjs";

export const title = "Watching";
export const method =
  "A video of 1080p and 3 Mbit/s, three minutes long, is prepared by the site and played on its page in Chromium, and beside it the same file in a bare `<video>`, as before there were versions. The line carries 1 or 5 Mbit/s with 100 ms there and back; the page is loaded. Waiting is the time until the picture moves, after pressing play and after a seek to the middle; a stall is each 0.1 s in which it then stands still, in the first minute and in the 20 s after the seek. One pass.";

const [passes, seconds] = [1, 180];
const [firstMinuteMs, afterSeekMs] = [60_000, 20_000];
const settleMs = 5000;
const preparedWithinS = 600;
const patience = { timeout: 120_000 };
/** On the slow line it may stall once, before it goes on with the small picture. */
const rates = [
  { megabits: 1, longestWait: 4, longestStall: undefined, mostSwitches: 1 },
  { megabits: 5, longestWait: 1.5, longestStall: 0, mostSwitches: 0 },
];
const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

export async function measure({ folder, siteOptions }) {
  const ffmpeg = process.env.FFMPEG_PATH || "ffmpeg";
  if (!canRun(ffmpeg, ["-version"])) return { rows: [], notes: ["Not measured: ffmpeg is not installed."] };
  await ensureChromium();
  const site = await startSite(siteOptions);
  try {
    const { page, file } = await addRecording(site, await makeVideo(ffmpeg, folder));
    const rows = [];
    for (const rate of rates) {
      const line = await startSlowLine(site, rate.megabits * 1_000_000);
      const { ours, bare } = await alternate(passes, {
        ours: () => watchOnce(site, line, { address: page }),
        bare: () => watchOnce(site, line, { address: file, isBare: true }),
      });
      await line.stop();
      rows.push(...rowsOf(rate, ours, bare));
    }
    return { rows };
  } finally {
    await site.stop();
  }
}

function rowsOf({ megabits, longestWait, longestStall, mostSwitches }, ours, bare) {
  const row = (work, pick, unit, required) => {
    const figures = bare.every((run) => pick(run) !== undefined)
      ? [`the file alone ${summarize(bare.map(pick)).median.toFixed(1)}`]
      : [];
    return {
      work: `${megabits} Mbit/s: ${work}`,
      unit,
      better: "lower",
      required,
      now: summarize(ours.map(pick)),
      figures,
    };
  };
  return [
    row("waiting after play", ({ waited }) => waited, "s", longestWait),
    row("stalled in the first minute", ({ stalled }) => stalled, "s", longestStall),
    row("switched to the small picture", ({ switches }) => switches, "times", mostSwitches),
    row("waiting after a seek to the middle", ({ waitedAgain }) => waitedAgain, "s"),
    row("stalled after the seek", ({ stalledAgain }) => stalledAgain, "s", 0),
  ];
}

async function makeVideo(ffmpeg, folder) {
  const file = path.join(folder, "watching.mp4");
  const picture = `testsrc2=size=1920x1080:rate=25:duration=${seconds},noise=alls=14:allf=t`;
  const { code, output } = await run(
    ffmpeg,
    [
      ...["-v", "error", "-y", "-f", "lavfi", "-i", picture],
      ...["-f", "lavfi", "-i", `sine=frequency=220:duration=${seconds}`, "-c:v", "libx264", "-preset", "ultrafast"],
      ...["-b:v", "2900k", "-maxrate", "2900k", "-bufsize", "2900k", "-g", "50", "-pix_fmt", "yuv420p"],
      ...["-c:a", "aac", "-b:a", "96k", "-shortest", "-movflags", "+faststart", file],
    ],
    { quiet: true },
  );
  if (code !== 0) throw new Error(`The video could not be made: ${output}`);
  return file;
}

/** Uploads the video as the instructor does, and waits until it is prepared. Returns its page and its file. */
async function addRecording(site, file) {
  const browser = await launch();
  const page = await (await browser.newContext()).newPage();
  await addCookies(page, site, "admin");
  await page.goto(`${site.url}/admin/birth-recordings/new`);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Video file").setInputFiles(file);
  await page.getByLabel("Free", { exact: false }).first().check();
  await page.getByRole("button", { name: "Save recording" }).click();
  await page.getByText("Recording added").first().waitFor(patience);
  await browser.close();
  for (let waited = 0; waited < preparedWithinS; waited++) {
    const { rows } = await site.db.query(
      `select id, state, failure from recordings join recording_preparations on recording_id = id where title = $1`,
      [title],
    );
    const [{ id, state, failure }] = rows;
    if (state === "ready") return { page: `/birth-recordings/${id}`, file: `/media/recordings/${id}/video` };
    if (state === "failed") throw new Error(`The video was not prepared: ${failure}`);
    await wait(1000);
  }
  throw new Error("The video was not prepared in time.");
}

/** The browser asks the site's own address, and its connections go through the line. */
function launch(site, line) {
  const executablePath = process.env.CHROMIUM_PATH || installed.find((program) => existsSync(program));
  const args = ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"];
  const detour = site && `--host-resolver-rules=MAP ${new URL(site.url).host} ${new URL(line.url).host}`;
  return chromium.launch({ executablePath, args: detour ? [...args, detour] : args });
}

async function addCookies(page, site, who) {
  const pairs = (await signIn(site, who)).split("; ").map((pair) => pair.split("="));
  await page.context().addCookies(pairs.map(([name, value]) => ({ name, value, url: site.url })));
}

async function watchOnce(site, line, { address, isBare }) {
  const browser = await launch(site, line);
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await addCookies(page, site, "member");
    await page.goto(`${site.url}${isBare ? "/robots.txt" : address}`, patience);
    if (isBare) await page.evaluate(addBareVideo, address);
    await page.waitForFunction(() => globalThis.document.querySelector("video")?.readyState >= 1, undefined, patience);
    // The scripts of the page, and what the browser loads ahead.
    await wait(settleMs);
    const first = await page.evaluate(play, firstMinuteMs);
    const again = await page.evaluate(play, afterSeekMs);
    return {
      waited: first.waited,
      stalled: first.stalled,
      stalledAgain: again.stalled,
      waitedAgain: again.waited,
      switches: first.files.length - 1,
    };
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
function addBareVideo(address) {
  const video = globalThis.document.createElement("video");
  Object.assign(video, { src: address, preload: "metadata", controls: true });
  globalThis.document.body.replaceChildren(video);
}

/** Runs in the page: plays, or goes to the middle if it plays already, and looks at the picture ten times a second. */
function play(durationMs) {
  const video = globalThis.document.querySelector("video");
  const began = performance.now();
  if (video.paused) void video.play();
  else video.currentTime = video.duration / 2;
  const files = new Set();
  let [waited, stalled, last] = [null, 0, video.currentTime];
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      const isMoving = video.currentTime !== last && !video.seeking;
      last = video.currentTime;
      files.add(video.currentSrc.split("#")[0]);
      if (waited === null && isMoving) waited = (now - began) / 1000;
      else if (waited !== null && !isMoving) stalled += 0.1;
      if (now - began < durationMs) return;
      clearInterval(timer);
      resolve({ waited: waited ?? Infinity, stalled, files: [...files] });
    }, 100);
  });
}
