/** Does nothing, for the part of a kind that is not needed. */
export const nothing = (): Promise<void> => Promise.resolve();

/** Returns nothing, for the part of a kind that has nothing to say. */
export const none = (): Promise<null> => Promise.resolve(null);
