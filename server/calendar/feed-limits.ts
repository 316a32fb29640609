/** How long a feed keeps what is over. */
export const rememberedDays = 30;

/** More than any instructor plans ahead; calendars don't ask for a second page. */
export const mostEvents = 1000;

export const daysBefore = (instant: Date, days: number) => new Date(instant.getTime() - days * 24 * 3_600_000);
