/** Returns the waitlist, of a session or a course, that a page below it belongs to. */
export const waitlistOf = ({ pathname }: { pathname: string }): string =>
  pathname.replace(/\/waitlist\/.*/, "/waitlist");
