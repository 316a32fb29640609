/** A value may be quoted, and then has any sign; each sign is read by one part of the pattern, so it takes linear time. */
const attendee = /^ATTENDEE((?:;[A-Z0-9-]+=(?:"[^"]*"|[^";:])*)*):(.*)$/i;
const parameter = /;([A-Z0-9-]+)=((?:"[^"]*"|[^";:])*)/gi;

/** Returns whether a line of an event says that one of these addresses, in lower case, has declined. */
export function declines(line: string, addresses: string[]): boolean {
  const [, listed, value] = attendee.exec(line) ?? [];
  if (listed === undefined || value === undefined) return false;
  const parameters = new Map(
    [...listed.matchAll(parameter)].map(([, name = "", text = ""]) => [name.toUpperCase(), text.replaceAll('"', "")]),
  );
  if (parameters.get("PARTSTAT")?.toUpperCase() !== "DECLINED") return false;
  // iCloud names people by a path and has the address beside it.
  const named = [value.trim().replace(/^mailto:/i, ""), parameters.get("EMAIL") ?? ""];
  return named.some((address) => addresses.includes(address.toLowerCase()));
}
