import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test as appTest } from "./test-app";

export { expect } from "vitest";

/** Serves parts of the app; `open` returns the address. */
export const test = appTest.extend<{ open: (part: RequestListener) => Promise<string> }>({
  open: async ({ task: _ }, use) => {
    const servers: ReturnType<typeof createServer>[] = [];
    await use(async (part) => {
      const server = createServer(part).listen(0, "127.0.0.1");
      servers.push(server);
      await once(server, "listening");
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    for (const server of servers) server.closeAllConnections();
    await Promise.all(servers.map((server) => once(server.close(), "close")));
  },
});
