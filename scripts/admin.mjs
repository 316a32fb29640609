// npm run admin -- EMAIL: makes or promotes an admin, and prints the link that sets the password.
import { requireNode } from "./lib/node-version.mjs";

requireNode();
const { enterProject, giveUp } = await import("./lib/project.mjs");
const { ensureInstalled } = await import("./lib/install.mjs");

enterProject();
await ensureInstalled();
const { createServer } = await import("vite");
const { default: tsconfigPaths } = await import("vite-tsconfig-paths");

// From the sources: what stands in build/ may belong to a site that runs, or be made anew at this moment.
const loader = await createServer({
  configFile: false,
  logLevel: "error",
  appType: "custom",
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  plugins: [tsconfigPaths()],
});
try {
  const { runAdminCommand } = await loader.ssrLoadModule("/server/admin-command.ts");
  process.stdout.write(await runAdminCommand(process.env, process.argv.slice(2)));
} catch (error) {
  giveUp(error.name === "StartError" || error.name === "SettingsError" ? error.message : error.stack);
} finally {
  await loader.close();
}
