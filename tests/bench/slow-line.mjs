import { connect, createServer } from "node:net";
import { findPort } from "./server-process.mjs";

const oneWayMs = 50;
/** What is sent at once: small beside what a line carries in the 50 ms. */
const pieceBytes = 1460;

/**
 * Starts a line before a site: all connections share `bitsPerSecond` downwards, and each way takes 50 ms. `bytes` counts
 * what has come down.
 */
export async function startSlowLine({ url: siteUrl }, bitsPerSecond) {
  const { port: sitePort, hostname } = new URL(siteUrl);
  const sockets = new Set();
  const line = createLine(bitsPerSecond);
  const server = createServer((client) => {
    const site = connect({ port: Number(sitePort), host: hostname });
    for (const [socket, other] of [
      [client, site],
      [site, client],
    ]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.once("error", () => other.destroy()).once("close", () => sockets.delete(socket));
    }
    const up = inOrder();
    client.on("data", (bytes) => up(performance.now() + oneWayMs, () => site.writable && site.write(bytes)));
    client.once("close", () => site.destroy());
    const carry = line.connect(site, client);
    site.on("data", carry).once("end", () => carry(null));
  });
  const port = await findPort();
  await new Promise((resolve) => server.listen(port, hostname, resolve));
  return {
    url: `http://${hostname}:${port}`,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Acts at given times, and never in another order than that of the calls: timers alone may change it. */
function inOrder() {
  let last = Promise.resolve();
  return (time, act) => {
    last = last
      .then(() => new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now()))))
      .then(act);
  };
}

/** Carries the bytes of all connections one after the other; a source waits until its own have gone. */
function createLine(bitsPerSecond) {
  let freeAt = 0;
  return {
    connect(source, target) {
      const arrive = inOrder();
      const leave = inOrder();
      return (bytes) => {
        if (bytes === null) return arrive(freeAt + oneWayMs, () => target.end());
        source.pause();
        for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
          const piece = bytes.subarray(offset, offset + pieceBytes);
          leave(0, () => {
            freeAt = Math.max(performance.now(), freeAt) + (piece.length * 8000) / bitsPerSecond;
            arrive(freeAt + oneWayMs, () => target.writable && target.write(piece));
            return new Promise((resolve) => setTimeout(resolve, Math.max(0, freeAt - performance.now())));
          });
        }
        leave(0, () => source.resume());
      };
    },
  };
}
