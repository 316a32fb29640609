import http from "node:http";
import { open } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { bookFor } from "./booking-visitors.mjs";
import { alternate, summarize, summarizeRatios } from "./figures.mjs";
import { hasNginx, startNginx } from "./nginx.mjs";
import { cpuSeconds, settle } from "./server-process.mjs";
import { addFreeSession, signIn } from "./site.mjs";

export const title = "Streaming";
export const method =
  "8 ranges of 25 MiB in parallel from a video of 200 MiB, four times in each pass, divided by nginx with sendfile and the same file. The process has rendered 1,500 pages and booked for some seconds before, because a grown heap streams more slowly: this stands for an hour of load. Nine passes.";

const [rangeBytes, ranges, rounds, passes] = [25 * 2 ** 20, 8, 4, 9];
const pagesBefore = 1500;
const passGigabytes = (rangeBytes * ranges * rounds) / 1e9;

export async function measure({ seconds, folder, sitesOf }) {
  if (!hasNginx) return { rows: [], notes: ["Not measured: nginx is not installed."] };
  const sites = await sitesOf("small");
  const runs = {};
  let file;
  for (const [name, site] of Object.entries(sites)) {
    const cookie = await signIn(site, "member");
    const video = await placeVideo(site);
    file = video.file;
    await growHeap(site, cookie, seconds);
    const target = { url: site.url, path: video.address, cookie, pid: site.pid };
    runs[name] = () => stream(target);
  }
  const nginx = await startNginx(folder, [{ path: "/video", file }]);
  runs.nginx = () => stream({ url: nginx.url, path: "/video", pid: nginx.pid });
  try {
    return { rows: rowsOf(await alternate(passes, runs)) };
  } finally {
    await nginx.stop();
  }
}

function rowsOf({ now, before, nginx }) {
  const pick = (results, name) => results?.map((result) => result[name]);
  const median = (results, name) => summarize(pick(results, name)).median;
  const ratios = (results) => results && summarizeRatios(pick(results, "rate"), pick(nginx, "rate"));
  const cpu = (results) => results && summarize(pick(results, "cpu"));
  const rates = `${Math.round(median(now, "rate"))} MB/s, nginx ${Math.round(median(nginx, "rate"))} MB/s`;
  const ratio = { unit: "ratio", better: "higher", required: 0.8, figures: [rates] };
  const share = { unit: "s", better: "lower", required: 0.7, figures: [`nginx ${median(nginx, "cpu").toFixed(2)} s`] };
  return [
    { work: "MB/s against nginx", ...ratio, now: ratios(now), before: ratios(before) },
    { work: "CPU for a gigabyte", ...share, now: cpu(now), before: cpu(before) },
  ];
}

async function stream(target) {
  await settle(target.pid);
  const before = cpuSeconds(target.pid);
  const began = performance.now();
  for (let round = 0; round < rounds; round++) {
    await Promise.all(Array.from({ length: ranges }, (_, nth) => readRange(target, nth * rangeBytes)));
  }
  const seconds = (performance.now() - began) / 1000;
  return { rate: (passGigabytes * 1000) / seconds, cpu: (cpuSeconds(target.pid) - before) / passGigabytes };
}

/** Reads into one buffer, so that the client costs little beside the server. */
function readRange({ url, path: address, cookie }, start) {
  const { hostname, port } = new URL(url);
  const headers = [
    ...[`GET ${address} HTTP/1.1`, `Host: ${hostname}`, `Range: bytes=${start}-${start + rangeBytes - 1}`],
    ...["Connection: close", ...(cookie ? [`Cookie: ${cookie}`] : [])],
  ];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const onread = { buffer: Buffer.allocUnsafe(2 ** 18), callback: (read) => ((bytes += read), true) };
    const socket = connect({ host: hostname, port: Number(port), onread });
    socket.once("error", reject).once("close", () => {
      if (bytes < rangeBytes) reject(new Error(`${address} ended after ${bytes} bytes of a range`));
      else resolve();
    });
    socket.write(`${headers.join("\r\n")}\r\n\r\n`);
  });
}

/** Puts a large file in the place of a free recording's video. */
async function placeVideo({ db, dataDir }) {
  const bytes = rangeBytes * ranges;
  const { rows } = await db.query(
    `update media_files set bytes = $1 from recordings where recordings.video_id = media_files.id and recordings.is_free
      returning recordings.id, media_files.storage_key`,
    [bytes],
  );
  const [{ id, storage_key: key }] = rows;
  const file = path.join(dataDir, "media", key);
  const handle = await open(file, "w");
  const chunk = Buffer.alloc(2 ** 20, "breathe");
  for (let written = 0; written < bytes; written += chunk.length) await handle.write(chunk);
  await handle.close();
  return { address: `/media/recordings/${id}/video`, file };
}

async function growHeap(site, cookie, seconds) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const read = (nth) =>
    new Promise((resolve, reject) => {
      const headers = { cookie, "accept-encoding": "gzip", "x-forwarded-for": `10.${nth % 250}.2.1` };
      const request = http.get(`${site.url}/dashboard`, { agent, headers }, (response) =>
        response.resume().once("end", resolve),
      );
      request.once("error", reject);
    });
  await Promise.all(Array.from({ length: pagesBefore }, (_, nth) => read(nth)));
  agent.destroy();
  await bookFor({ site, sessionId: await addFreeSession(site, null), clients: 8, seconds });
}
