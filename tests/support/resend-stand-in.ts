import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

type Request = { headers: IncomingHttpHeaders; body: { to: string; headers?: Record<string, string>; tags?: unknown } };
type Answer = { status: number; body: object | string; headers?: Record<string, string> } | "drop";

type ResendStandIn = {
  url: string;
  /** Every request, oldest first. */
  requests: Request[];
  /** The mails that were accepted, by idempotency key. */
  accepted: Map<string, string>;
  /** Sets the answers to the next requests. */
  next(...answers: Answer[]): void;
  /** Accepts the next mail and loses the answer. */
  loseAnswer(): void;
  /** Accepts the next mail and never answers. */
  holdAnswer(): void;
  stop(): Promise<void>;
};

/** Stands in for Resend's API, with idempotency keys. */
export async function startResend(): Promise<ResendStandIn> {
  const requests: Request[] = [];
  const accepted = new Map<string, string>();
  const answers: (Answer | "lose" | "hold")[] = [];
  const accept = (key: string) => {
    const id = accepted.get(key) ?? crypto.randomUUID();
    accepted.set(key, id);
    return id;
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Request["body"];
      requests.push({ headers: request.headers, body });
      const answer = answers.shift();
      const key = String(request.headers["idempotency-key"]);
      if (answer === "hold") return void accept(key);
      if (answer === "drop" || answer === "lose") {
        if (answer === "lose") accept(key);
        return void request.socket.destroy();
      }
      const { status, headers, body: text } = answer ?? { status: 200, headers: {}, body: { id: accept(key) } };
      const json = typeof text === "string" ? text : JSON.stringify(text);
      response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(json);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    accepted,
    next: (...more) => void answers.push(...more),
    loseAnswer: () => void answers.push("lose"),
    holdAnswer: () => void answers.push("hold"),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
