// A preload for the product's processes, outside the product: connections to port 443 of these hosts go to the stand-ins.
import net from "node:net";

const [hosts = "", port = ""] = (process.env.GOING_LIVE_HOSTS ?? "").split(":");
const redirected = new Set(hosts.split(","));
const connect = net.Socket.prototype.connect;

net.Socket.prototype.connect = function (...given) {
  const [first] = given;
  const options = Array.isArray(first) ? first[0] : first;
  if (redirected.has(options?.host) && Number(options.port) === 443) {
    // TLS still asks for the host's own name, so its certificate is checked.
    Object.assign(options, { servername: options.servername ?? options.host, host: "127.0.0.1", port: Number(port) });
  }
  return Reflect.apply(connect, this, given);
};
