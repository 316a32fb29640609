import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { Transform } from "node:stream";

export type TcpProxy = {
  port: number;
  /** Sends new connections to this port of 127.0.0.1; null refuses them. */
  leadTo(port: number | null): void;
  /** Stops passing data over the open connections without closing them. */
  fallSilent(): void;
  /** Ends the connection in the place of the next answer that contains `text`. */
  loseAnswer(text: string): void;
  countOpen(): number;
  stop(): Promise<void>;
};

/** Keeps one address for a server that comes back on another port. */
export async function startTcpProxy(firstTarget: number): Promise<TcpProxy> {
  let target: number | null = firstTarget;
  let lost: string | undefined;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).once("close", () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (target === null) return void incoming.destroy();
    const outgoing = keep(connect(target, "127.0.0.1"));
    const answers = new Transform({
      transform(chunk: Buffer, _encoding, pass) {
        if (lost === undefined || !chunk.includes(lost)) return pass(null, chunk);
        lost = undefined;
        incoming.destroy();
      },
    });
    incoming.pipe(outgoing).pipe(answers).pipe(incoming);
    incoming.once("close", () => outgoing.destroy());
    outgoing.once("close", () => incoming.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
      if (port === null) for (const socket of sockets) socket.destroy();
    },
    fallSilent() {
      for (const socket of sockets) socket.unpipe().resume();
    },
    loseAnswer(text) {
      lost = text;
    },
    countOpen: () => sockets.size / 2,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
