/** Matches a lower-case id anywhere in a text. */
export const uuidPattern = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const uuid = new RegExp(`^${uuidPattern}$`, "i");

/** Accepts any version, unlike z.uuid(). */
export const isUuid = (text: string): boolean => uuid.test(text);
