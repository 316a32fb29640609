import { requireNode } from "./node-version.mjs";

/**
 * Runs a command of the project's sources and prints what it answers. From the sources: what stands in build/ may belong
 * to a site that runs, or be made anew at this moment.
 */
export async function runSource(file, command, ...args) {
  requireNode();
  const { enterProject, giveUp } = await import("./project.mjs");
  const { ensureInstalled } = await import("./install.mjs");
  enterProject();
  await ensureInstalled();
  const { createServer } = await import("vite");
  const { default: tsconfigPaths } = await import("vite-tsconfig-paths");
  const loader = await createServer({
    configFile: false,
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [tsconfigPaths()],
  });
  try {
    const commands = await loader.ssrLoadModule(file);
    process.stdout.write(await commands[command](process.env, ...args));
  } catch (error) {
    giveUp(error.name === "StartError" || error.name === "SettingsError" ? error.message : error.stack);
  } finally {
    await loader.close();
  }
}
