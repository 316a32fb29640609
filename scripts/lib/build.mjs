import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { assetUrl, giveUp, root } from "./project.mjs";
import { run } from "./run.mjs";

const stamp = path.join(root, "build", "sources.sha256");
const outputs = ["build/index.js", "build/dev.js", "build/calendar-reader.cjs", "public/build"];
const sources = [
  ...["app", "server", "db", "dev", "emails", "public"],
  ...["package.json", "package-lock.json", "remix.config.js", "tsconfig.json", "postcss.config.mjs"],
];

export async function ensureBuilt() {
  if (!isFresh()) await build();
}

/** The stamp is removed first and written last, so that an interrupted build is repeated. */
export async function build() {
  forgetBuild();
  const hash = hashSources();
  console.log("Building …");
  const env = { ...process.env, NODE_ENV: "production" };
  const { code, output } = await run(process.execPath, [remixCli, "build"], { quiet: true, env });
  // The compiler's helper process may report its own end as an error; the build is complete by then.
  const [report] = output.split("fatal error: all goroutines are asleep");
  process.stdout.write(report);
  if (code !== 0) giveUp("The build failed; the reason is above.");
  const { mergeChunks } = await import("./merge-chunks.mjs");
  await mergeChunks();
  const { compressFiles } = await import("./compress-files.mjs");
  await compressFiles();
  await buildBesides();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

/** Builds the bundles beside the server's, which its compiler does not know. Throws. */
export async function buildBesides() {
  await Promise.all([buildDevTools(), buildCalendarReader()]);
}

/** Builds build/dev.js, which the server loads unless live. Bundles only Stripe's hundreds of files. Throws. */
async function buildDevTools() {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const { build: bundle } = await import("esbuild");
  await bundle({
    absWorkingDir: root,
    entryPoints: ["dev/index.ts"],
    outfile: "build/dev.js",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    jsx: "automatic",
    external: Object.keys(dependencies).filter((name) => name !== "stripe"),
  });
}

/** Builds the program of the thread that reads calendars, with all that it needs. Throws. */
export async function buildCalendarReader(outfile = "build/calendar-reader.cjs") {
  const { build: bundle } = await import("esbuild");
  const entryPoints = ["server/platform/calendar/reader.ts"];
  await bundle({ absWorkingDir: root, entryPoints, outfile, bundle: true, platform: "node", target: "node20" });
}

export function forgetBuild() {
  rmSync(stamp, { force: true });
}

export const remixCli = path.join(root, "node_modules", "@remix-run", "dev", "dist", "cli.js");

function isFresh() {
  if (!existsSync(stamp) || !outputs.every((output) => existsSync(path.join(root, output)))) return false;
  return readFileSync(stamp, "utf8") === hashSources();
}

function hashSources() {
  const hash = createHash("sha256").update(`${assetUrl()}\0`);
  for (const file of sources.flatMap(listFiles).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function listFiles(place) {
  const full = path.join(root, place);
  if (place === "public/build" || !existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [place];
  return readdirSync(full).flatMap((name) => listFiles(`${place}/${name}`));
}
