// npm run test:fuzz: hostile requests to the built site for FUZZ_SECONDS (300), from FUZZ_SEED (another one each time).
import { requireNode } from "./lib/node-version.mjs";

requireNode();
const { root } = await import("./lib/project.mjs");
const { ensureInstalled } = await import("./lib/install.mjs");
process.chdir(root);
await ensureInstalled();
const { ensureBuilt } = await import("./lib/build.mjs");
const { run } = await import("./lib/run.mjs");
await ensureBuilt();

process.env.FUZZ_SECONDS ??= "300";
const vitest = "node_modules/vitest/vitest.mjs";
const { code } = await run(process.execPath, [vitest, "run", "--project", "integration", "tests/integration/fuzz"]);
process.exitCode = code;
