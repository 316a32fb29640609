import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { canRun } from "./client.mjs";
import { findPort, untilUp } from "./server-process.mjs";

export const hasNginx = canRun("nginx", ["-v"]);

/**
 * Starts nginx with one worker, as a site is one process. Each of `files` has the path at which it is served,
 * the file to send and its headers.
 */
export async function startNginx(folder, files) {
  const place = path.join(folder, "nginx");
  await mkdir(place, { recursive: true });
  const port = await findPort();
  const config = path.join(place, "nginx.conf");
  await writeFile(config, configOf(place, port, files));
  const child = spawn("nginx", ["-c", config, "-e", path.join(place, "error.log")], { stdio: "ignore" });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const url = `http://127.0.0.1:${port}`;
  await untilUp(child, url, `${place}/error.log`);
  return { url, pid: child.pid, stop: () => (child.kill("SIGTERM"), exited) };
}

function configOf(place, port, files) {
  const locations = files.map(({ path: address, file, headers = {} }) => {
    const { "content-type": type = "application/octet-stream", ...others } = headers;
    const added = Object.entries(others).map(([name, value]) => `add_header ${name} "${value}";`);
    return `location = ${address} { default_type "${type}"; ${added.join(" ")} alias ${file}; }`;
  });
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${place}/${kind};`,
  );
  return `daemon off; ${user} worker_processes 1; pid ${place}/nginx.pid; error_log ${place}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; types {}
  keepalive_requests 10000000;
  ${temporary.join(" ")}
  server {
    listen 127.0.0.1:${port};
    location = / { return 204; }
    ${locations.join("\n    ")}
  }
}
`;
}
