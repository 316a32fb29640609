/** Returns why the commands can't run here, in one sentence; null if they can. In syntax that an old Node can parse. */
export function refusalOf(system) {
  if (system.platform === "win32") {
    return "Breathroom runs on Linux and macOS; on Windows, run it in WSL: https://learn.microsoft.com/windows/wsl/install";
  }
  const parts = system.node.split(".").map(Number);
  if (parts[0] > 20 || (parts[0] === 20 && parts[1] >= 19)) return null;
  return "Breathroom needs Node 20.19 or later; this is " + system.node + ".";
}

/** Ends the process with a sentence where the commands can't run. Call it before anything is installed. */
export function requireSystem() {
  const refusal = refusalOf({ platform: process.platform, node: process.versions.node });
  if (!refusal) return;
  console.error(refusal);
  process.exit(1);
}
