import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { root } from "./project.mjs";

const folder = path.join(root, "public", "build");
const compressible = /\.(?:js|css|svg)$/;

const compressors = {
  br: (text) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gz: (text) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION, memLevel: constants.Z_MAX_MEMLEVEL }),
};

/** Compresses the browser's files as well as it can be done, which takes too long while somebody waits for them. */
export async function compressFiles() {
  const names = readdirSync(folder, { recursive: true }).filter((name) => compressible.test(name));
  await Promise.all(names.map((name) => compressFile(path.join(folder, name))));
}

/** Names contain a hash of the content, so a compressed file that exists is the same. */
async function compressFile(file) {
  if (Object.keys(compressors).every((extension) => existsSync(`${file}.${extension}`))) return;
  const text = readFileSync(file);
  for (const [extension, compress] of Object.entries(compressors))
    writeFileSync(`${file}.${extension}`, await compress(text));
}
