/** Returns whether a UID is that of an event of the site at a host: a session's or a booking's. */
export function isOwnEvent(uid: string, siteHost: string): boolean {
  const [id = "", host, ...rest] = uid.split("@");
  return rest.length === 0 && host === siteHost && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:-\d+)?$/i.test(id);
}
