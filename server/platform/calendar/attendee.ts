/** A value may be quoted, and then has any sign; each sign is read by one part of the pattern, so it takes linear time. */
const person = /^(?:ATTENDEE|ORGANIZER)((?:;[A-Z0-9-]+=(?:"[^"]*"|[^";:])*)*):(.*)$/i;
const parameter = /;([A-Z0-9-]+)=((?:"[^"]*"|[^";:])*)/gi;

/** What someone has answered to an invitation; it is open until it is accepted or declined, also as tentative. */
export type InvitationAnswer = "accepted" | "declined" | "open";

/** Returns what a line of an event says that one of these addresses, in lower case, has answered; null if it is about others. */
export function answerIn(line: string, addresses: string[]): InvitationAnswer | null {
  const parameters = /^ATTENDEE/i.test(line) && parametersOf(line, addresses);
  if (!parameters) return null;
  const state = parameters.get("PARTSTAT")?.toUpperCase();
  if (state === "ACCEPTED") return "accepted";
  return state === "DECLINED" ? "declined" : "open";
}

/** Returns whether a line of an event says that one of these addresses, in lower case, invites the others. */
export const isOrganizedBy = (line: string, addresses: string[]): boolean =>
  /^ORGANIZER/i.test(line) && parametersOf(line, addresses) !== null;

/** Returns the parameters of a line that is about one of these addresses; null of any other. */
function parametersOf(line: string, addresses: string[]): Map<string, string> | null {
  const [, listed, value] = person.exec(line) ?? [];
  if (listed === undefined || value === undefined) return null;
  const parameters = new Map(
    [...listed.matchAll(parameter)].map(([, name = "", text = ""]) => [name.toUpperCase(), text.replaceAll('"', "")]),
  );
  // iCloud names people by a path and has the address beside it.
  const named = [value.trim().replace(/^mailto:/i, ""), parameters.get("EMAIL") ?? ""];
  return named.some((address) => addresses.includes(address.toLowerCase())) ? parameters : null;
}
