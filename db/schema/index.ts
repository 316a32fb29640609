export * from "./columns";
export * from "./users";
export * from "./live-sessions";
export * from "./discount-codes";
export * from "./session-bookings";
export * from "./payments";
export * from "./outbox-emails";
