// A larger young generation, and a heap that is not collected while it grows, save a tenth of the CPU time.
const heap = ["--min-semi-space-size=64", "--max-semi-space-size=128", "--initial-heap-size=2000"];
const node = (program, ...args) => [process.execPath, [...heap, program, ...args]];
const importCheck = ["--config", ".dependency-cruiser.mjs", "app", "server", "db", "dev", "emails"];

/** What is checked besides the tests, as programs with their arguments. */
export const checks = {
  // The compiler in Go: one thread takes half the CPU time of several, which the tests need beside it.
  types: node("node_modules/typescript-native/bin/tsc", "--noEmit", "--singleThreaded"),
  lint: node("node_modules/oxlint/bin/oxlint"),
  format: node("node_modules/oxfmt/bin/oxfmt", "--check", "."),
  imports: node("node_modules/dependency-cruiser/bin/dependency-cruise.mjs", ...importCheck),
  unused: node("node_modules/knip/bin/knip.js", "--no-progress"),
};

export const buildCommand = node("scripts/build.mjs");
