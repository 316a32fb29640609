import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { transform } from "esbuild";
import { rollup } from "rollup";
import { assetUrl, root } from "./project.mjs";

const folder = "public/build";
const serverBundle = path.join(root, "build", "index.js");
const manifestLine = /^var assets_manifest_default = \{.*, url: "([^"]+)" \};$/m;

/** The routes of a first visit. */
const firstVisit = ["root", "routes/_site", "routes/_site._index"];

/**
 * Makes one file of all that the schedule shares with other pages, and rewrites the manifest of the files, which the
 * server embeds. Remix's compiler makes a file for each set of pages that share modules: 48 for the schedule.
 */
export async function mergeChunks() {
  const { outputs } = JSON.parse(readFileSync(path.join(root, "build", "metafile.js.json"), "utf8"));
  const { server, manifest } = readManifest();
  const entries = [manifest.entry, ...Object.values(manifest.routes)];
  const first = [manifest.entry, ...firstVisit.map((id) => manifest.routes[id])].map(({ module }) => fileAt(module));
  const chunks = await bundle(entries, sharedBy(first, outputs));
  const scripts = Object.keys(outputs).filter((file) => file.endsWith(".js"));
  for (const file of [...scripts, fileAt(manifest.url)]) rmSync(path.join(root, file));
  for (const { fileName, code } of chunks) write(fileName, code);

  const byEntry = new Map(chunks.map((chunk) => [chunk.facadeModuleId, chunk]));
  for (const entry of entries) {
    const { fileName, imports } = byEntry.get(path.join(root, fileAt(entry.module)));
    Object.assign(entry, { module: addressOf(fileName), imports: reachedFrom(imports, chunks).map(addressOf) });
  }
  writeManifests(server, manifest);
}

/** Returns all that these files load at once, without themselves. */
function sharedBy(pages, outputs) {
  const reached = new Set(pages);
  for (const file of reached) {
    for (const { path: next, kind } of outputs[file].imports) if (kind === "import-statement") reached.add(next);
  }
  return new Set([...reached].filter((file) => !pages.includes(file)).map((file) => path.join(root, file)));
}

const fileAt = (address) => `public${address.slice(assetUrl().length)}`;
const addressOf = (fileName) => `${assetUrl()}/build/${fileName}`;

function write(fileName, text) {
  const file = path.join(root, folder, fileName);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function readManifest() {
  const server = readFileSync(serverBundle, "utf8");
  const [, url] = manifestLine.exec(server) ?? [];
  if (!url) throw new Error("The server's bundle contains no manifest of the browser's files.");
  const script = readFileSync(path.join(root, fileAt(url)), "utf8");
  return { server, manifest: JSON.parse(script.replace(/^window\.__remixManifest=/, "").replace(/;\s*$/, "")) };
}

/** The version tells an open page that the site was updated, so it is derived from the merged files' names. */
function writeManifests(server, { version: _version, url: _url, ...assets }) {
  const version = createHash("sha256").update(JSON.stringify(assets)).digest("hex").slice(0, 8);
  const name = `manifest-${version.toUpperCase()}.js`;
  const json = JSON.stringify({ ...assets, version, url: addressOf(name) });
  write(name, `window.__remixManifest=${json};`);
  writeFileSync(
    serverBundle,
    server.replace(manifestLine, () => `var assets_manifest_default = ${json};`),
  );
}

async function bundle(entries, first) {
  const licences = new Set();
  const bundled = await rollup({
    input: Object.fromEntries(
      entries.map(({ module }) => [
        module.replace(/^.*?\/build\/(.*)-\w+\.js$/, "$1"),
        path.join(root, fileAt(module)),
      ]),
    ),
    preserveEntrySignatures: "strict",
    treeshake: false,
    onLog: (level, log) => {
      if (level === "warn") throw new Error(log.message);
    },
    plugins: [
      {
        name: "addresses",
        resolveId: (id) => (id.startsWith(addressOf("")) ? path.join(root, fileAt(id)) : null),
        renderChunk: async (code) => {
          const options = { minify: true, format: "esm", target: "esnext", legalComments: "external" };
          const { code: minified, legalComments } = await transform(code, options);
          if (legalComments) licences.add(legalComments);
          return legalComments ? `/*! Licences: /build/licences.txt */\n${minified}` : minified;
        },
      },
    ],
  });
  const { output } = await bundled.generate({
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "_shared/[name]-[hash].js",
    manualChunks: (id) => (first.has(id) ? "first-visit" : undefined),
    hoistTransitiveImports: false,
    onlyExplicitManualChunks: true,
  });
  await bundled.close();
  write("licences.txt", [...licences].join("\n"));
  return output;
}

/** Returns the chunks themselves and all that they import in turn, so that the browser asks for all of them at once. */
function reachedFrom(fileNames, chunks) {
  const reached = new Set(fileNames);
  for (const each of reached) {
    for (const next of chunks.find(({ fileName }) => fileName === each).imports) reached.add(next);
  }
  return [...reached];
}
