/** Returns the time by the clock of the visitor's device, in milliseconds. */
export const deviceNow = (): number => new Date().getTime();
