import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type MailService = {
  url: string;
  /** How often each idempotency key was accepted as a new mail: once, unless its contents changed. */
  accepted: Map<string, number>;
  stop(): Promise<void>;
};

/** Stands in for Resend: sends a mail once for each idempotency key and refuses other contents under it. */
export async function startMailService(): Promise<MailService> {
  const accepted = new Map<string, number>();
  const contents = new Map<string, string>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const key = String(request.headers["idempotency-key"]);
      const hash = createHash("sha256").update(body).digest("hex");
      const isRepeated = contents.get(key) === hash;
      if (!isRepeated) accepted.set(key, (accepted.get(key) ?? 0) + 1);
      contents.set(key, hash);
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ id: key }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
