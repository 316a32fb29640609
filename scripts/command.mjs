// npm run setup: asks for a live site's settings. npm run admin -- EMAIL: creates or promotes an admin;
// --remove-second-factor removes a lost second factor. npm run doctor: checks the site; --create-webhook, --test-mail. npm
// run backup: writes a backup; npm run restore -- FILE [--test]: restores one. npm run seed:large: adds years of sample data.
import { requireSystem } from "./lib/require-system.mjs";

requireSystem();
const [command, ...args] = process.argv.slice(2);
if (command === "admin") await runSource("/server/commands/admin.ts", "runAdminCommand", args);
if (command === "doctor") await runSource("/server/commands/doctor.ts", "runDoctorCommand", args);
if (command === "backup") await runSource("/server/commands/backup.ts", "runBackupCommand");
if (command === "restore") await runSource("/server/commands/backup.ts", "runRestoreCommand", args);
if (command === "setup") await runSource("/server/commands/setup.ts", "runSetupCommand", args);
if (command === "seed-large") await runSource("/server/commands/seed.ts", "runSeedCommand");

/** Loads the sources instead of build/, which may belong to a running site or be rebuilt right now. */
async function runSource(file, command, ...args) {
  const { enterProject, giveUp } = await import("./lib/project.mjs");
  const { ensureInstalled } = await import("./lib/install.mjs");
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
    // A terminal that was read from would keep the process alive.
    process.stdin.unref?.();
  }
}
