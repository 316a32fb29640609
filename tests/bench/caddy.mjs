import { spawn } from "node:child_process";
import { openSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import { canRun } from "./client.mjs";
import { findPort, untilUp } from "./server-process.mjs";

const program = process.env.CADDY_PATH || "caddy";

export const hasCaddy = canRun(program, ["version"]);

/** Starts Caddy with deploy/Caddyfile before a site, with a certificate of its own. */
export async function startCaddy(root, folder, { url: siteUrl }) {
  const place = await mkdtemp(path.join(folder, "caddy-"));
  const port = await findPort();
  const url = `https://localhost:${port}`;
  const config = path.join(place, "Caddyfile");
  // The certificate of `localhost` is Caddy's own; port 80 would only redirect.
  const options = ["admin off", "skip_install_trust", "auto_https disable_redirects"];
  await writeFile(config, `{\n\t${options.join("\n\t")}\n}\nimport ${path.join(root, "deploy/Caddyfile")}\n`);
  // Caddy keeps its keys in a folder of the user.
  const env = { ...process.env, HOME: place, XDG_DATA_HOME: place, XDG_CONFIG_HOME: place };
  const log = path.join(place, "log");
  const child = spawn(program, ["run", "--config", config, "--adapter", "caddyfile"], {
    env: { ...env, SITE_HOST: url, UPSTREAM: new URL(siteUrl).host, HEALTH_INTERVAL: "250ms" },
    stdio: ["ignore", openSync(log, "a"), openSync(log, "a")],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  // Caddy answers 400 to plain HTTP, without a certificate to trust.
  await untilUp(child, `http://localhost:${port}`, log);
  return { url, stop: () => (child.kill("SIGTERM"), exited) };
}
