import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type TcpProxy = {
  port: number;
  /** Sends new connections to this port of 127.0.0.1; null refuses them. */
  leadTo(port: number | null): void;
  /** Stops passing data over the open connections without closing them. */
  fallSilent(): void;
  countOpen(): number;
  stop(): Promise<void>;
};

/** Keeps one address for a server that comes back on another port. */
export async function startTcpProxy(firstTarget: number): Promise<TcpProxy> {
  let target: number | null = firstTarget;
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
    incoming.pipe(outgoing).pipe(incoming);
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
    countOpen: () => sockets.size / 2,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
