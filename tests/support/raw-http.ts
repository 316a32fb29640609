import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** Sends bytes as they are and returns all that comes back until the server closes the connection. */
export async function sendRaw(url: string, bytes: string): Promise<{ status: number; head: string; body: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(bytes);
  const [head = "", body = ""] = (await text(socket)).split(/\r\n\r\n([^]*)/);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head: head.toLowerCase(), body };
}
