/** How much there is of everything that grows. */
export type Sizes = {
  users: number;
  sessions: number;
  bookings: number;
  purchases: number;
  codes: number;
  mails: number;
  auditEntries: number;
};

export type Sowing = { sizes: Sizes; now: Date; timeZone: string };
