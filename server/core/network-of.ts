import { isIPv6 } from "node:net";

/**
 * Whom attempts from an address are counted for: an IPv4 address itself, of an IPv6 address the network (its first 64
 * bits), because whoever has one has all of its addresses.
 */
export function networkOf(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (ipv4 || !isIPv6(address)) return ipv4 ?? address;
  const [front = "", back] = address.split("%")[0]!.toLowerCase().split("::");
  const groups = front.split(":").filter(Boolean);
  const missing = back === undefined ? 0 : 8 - groups.length - back.split(":").filter(Boolean).length;
  const network = [...groups, ...Array<string>(missing).fill("0"), ...(back?.split(":") ?? [])].slice(0, 4);
  return `${network.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
