import { liveSessions } from "@db/schema";

type Row = typeof liveSessions.$inferSelect;

const { id, title, description, category, startTime, durationMinutes, locationType } = liveSessions;
const { location, address, city, postCode, priceMinor, enteredPriceMinor, enteredCurrency } = liveSessions;
const { maxAttendees, thumbnailUrl, cancelledAt, isFeatured } = liveSessions;

/** What a list needs of a session; nothing in it is for those who are booked only. */
export const listedColumns = {
  ...{ id, title, description, category, startTime, durationMinutes, locationType },
  ...{ location, address, city, postCode, priceMinor, enteredPriceMinor, enteredCurrency },
  ...{ maxAttendees, thumbnailUrl, cancelledAt, isFeatured },
};
export type ListedRow = Pick<Row, keyof typeof listedColumns>;
