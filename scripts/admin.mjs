// npm run admin -- EMAIL: makes or promotes an admin, and prints the link that sets the password.
import { runSource } from "./lib/run-source.mjs";

await runSource("/server/admin-command.ts", "runAdminCommand", process.argv.slice(2));
