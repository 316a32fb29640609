import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { refusalOf } from "../../../scripts/lib/require-system.mjs";

const useWsl =
  "Breathroom runs on Linux and macOS; on Windows, run it in WSL: https://learn.microsoft.com/windows/wsl/install";

test.each([
  ["linux", "24.1.0", null],
  ["darwin", "20.19.0", null],
  ["linux", "20.18.3", "Breathroom needs Node 20.19 or later; this is 20.18.3."],
  ["linux", "18.20.0", "Breathroom needs Node 20.19 or later; this is 18.20.0."],
  ["win32", "24.1.0", useWsl],
  ["win32", "18.20.0", useWsl],
])("says of %s with Node %s: %s", (platform, node, refusal) => {
  expect(refusalOf({ platform, node })).toBe(refusal);
});

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const files = new Set(Object.values(scripts).flatMap((command) => /scripts\/[\w-]+\.mjs/.exec(command) ?? []));

test("every command of scripts/ asks for the system before it does anything else", () => {
  expect(files.size).toBeGreaterThan(8);
  for (const file of files) {
    const [first] = /^(?!import |\/\/|\} from)\S.*$/m.exec(readFileSync(file, "utf8")) ?? [];
    expect([file, first]).toEqual([file, "requireSystem();"]);
  }
});

test("npm start refuses Windows in one sentence, with the code 1", () => {
  const onWindows = 'data:text/javascript,Object.defineProperty(process, "platform", { value: "win32" })';
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", onWindows, "scripts/start.mjs"], {
    encoding: "utf8",
  });
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: `${useWsl}\n` });
});
