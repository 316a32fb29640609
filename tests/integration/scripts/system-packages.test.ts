import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

type Result = { code: number; stdout: string; stderr: string };

function runScript(script: string, environment: Record<string, string>): Promise<Result> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["--input-type=module", "--eval", script],
      { cwd: root, env: { ...process.env, ...environment } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

test("installs no system packages with BREATHROOM_NO_INSTALL=1", async () => {
  const script = `import { mayInstall } from "./scripts/lib/install.mjs"; console.log(mayInstall());`;
  const { stdout } = await runScript(script, { BREATHROOM_NO_INSTALL: "1" });
  expect(stdout).toBe("false\n");
});

test("says what it installs and how to avoid it before apt-get runs", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "breathroom-apt-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, "apt-get"), `#!/bin/sh\necho "apt-get $*"\n`, { mode: 0o755 });
  const script = `import { aptInstall } from "./scripts/lib/install.mjs"; await aptInstall("chromium", "set X=1");`;
  const { stdout } = await runScript(script, { PATH: `${folder}:${process.env.PATH ?? ""}` });
  const [notice, command] = stdout.split("\n");
  expect(notice).toBe("Installing the system package chromium with apt-get. To avoid this, set X=1.");
  expect(command).toMatch(/^apt-get .* install --no-install-recommends chromium$/);
});

test("refuses an FFMPEG_PATH that does not exist, and says what the tests need where nothing may be installed", async () => {
  const script = `import { ensureFfmpeg } from "./scripts/lib/ffmpeg.mjs"; await ensureFfmpeg();`;
  const chosen = await runScript(script, { FFMPEG_PATH: "/no/such/ffmpeg" });
  expect(chosen).toEqual({ code: 1, stdout: "", stderr: "FFMPEG_PATH: there is no file /no/such/ffmpeg.\n" });
  const none = await runScript(script, { FFMPEG_PATH: "", PATH: "", BREATHROOM_NO_INSTALL: "1" });
  expect(none).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("need ffmpeg: run apt-get install ffmpeg") as string,
  });
});

test("refuses a CHROMIUM_PATH that does not exist, in one line", async () => {
  const script = `import { ensureChromium } from "./scripts/lib/chromium.mjs"; await ensureChromium();`;
  const result = await runScript(script, { CHROMIUM_PATH: "/no/such/chromium" });
  expect(result).toEqual({ code: 1, stdout: "", stderr: "CHROMIUM_PATH: there is no file /no/such/chromium.\n" });
});
