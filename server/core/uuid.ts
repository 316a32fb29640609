/** For a pattern of a database: an id in lower case, wherever it stands in a text. */
export const uuidPattern = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const uuid = new RegExp(`^${uuidPattern}$`, "i");

/** Returns whether a text is an id of the database; unlike z.uuid(), of any version. */
export const isUuid = (text: string): boolean => uuid.test(text);
