import { existsSync } from "node:fs";
import path from "node:path";
import { aptInstall, mayInstall } from "./install.mjs";
import { giveUp } from "./project.mjs";

/** Returns once there is a CalDAV server for the tests: the radicale on the path, or Debian's, which it installs. */
export async function ensureRadicale() {
  if (isThere()) return;
  if (mayInstall()) {
    await aptInstall("radicale", "set BREATHROOM_NO_INSTALL=1");
    if (isThere()) return;
  }
  giveUp("The tests of calendars need radicale: run apt-get install radicale as root.");
}

const isThere = () =>
  (process.env.PATH ?? "").split(path.delimiter).some((folder) => existsSync(path.join(folder, "radicale")));
