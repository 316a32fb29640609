// npm run admin -- EMAIL: makes or promotes an admin, and prints the link that sets the password. With
// --remove-second-factor it removes a second factor that its owner has lost.
import { runSource } from "./lib/run-source.mjs";

await runSource("/server/admin-command.ts", "runAdminCommand", process.argv.slice(2));
