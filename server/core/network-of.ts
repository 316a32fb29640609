import ipaddr from "ipaddr.js";

/**
 * Returns the network that attempts from an address are counted for: an IPv4 address itself, of an IPv6 address its first 64
 * bits, because a subscriber has all of their addresses.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}
