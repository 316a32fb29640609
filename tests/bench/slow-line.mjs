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
    client.on("data", (bytes) => setTimeout(() => site.writable && site.write(bytes), oneWayMs));
    client.once("close", () => site.destroy());
    site.on("data", (bytes) => line.carry(site, client, bytes));
    site.once("end", () => line.end(client));
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

/** Carries bytes one after the other, in the order in which they came; a source waits until its own have gone. */
function createLine(bitsPerSecond) {
  let freeAt = 0;
  const at = (time, act) => setTimeout(() => act(), Math.max(0, time - performance.now()));
  return {
    carry(source, target, bytes) {
      source.pause();
      let offset = 0;
      const next = () => {
        if (target.destroyed) return;
        const piece = bytes.subarray(offset, offset + pieceBytes);
        offset += piece.length;
        const sent = Math.max(performance.now(), freeAt) + (piece.length * 8000) / bitsPerSecond;
        freeAt = sent;
        at(sent + oneWayMs, () => target.writable && target.write(piece));
        at(sent, offset < bytes.length ? next : () => source.resume());
      };
      next();
    },
    end: (target) => at(freeAt + oneWayMs, () => target.end()),
  };
}
