/** Admins call these without any input, or with an empty one. */
export const withoutInput = [
  ...["office.getOverview", "system.check", "system.firstSteps", "sessions.list"],
  ...["sessions.getNewForm", "sessions.create", "orders.list", "orders.export", "withdrawals.admin.list"],
  ...["orders.syncPending", "orders.listBookings", "payments.listLedger", "purchases.listGrantable"],
  ...["payments.listPayouts", "payments.syncPayouts"],
  ...["categories.list", "discounts.list", "audit.list", "imports.getForm"],
  ...["backups.list", "backups.request", "backups.isPaused", "backups.reconcile", "backups.resume"],
  ...["insights.get", "mail.list", "jobs.list", "site.profileForm", "site.settings", "pages.admin.list"],
  ...["testimonials.admin.list", "testimonials.admin.series", "newsletter.listConsents", "site.lookForm"],
  ...["newsletter.exportConsents", "newsletter.getForm", "people.list", "people.exportAll", "users.list"],
  ...["office.search", "calendars.list", "calendars.listBlocking", "calendars.disconnect"],
];

/** Admins call these with an id. */
export const withId = [
  ...["sessions.get", "sessions.getForm", "sessions.edit", "sessions.getEnding"],
  ...["sessions.delete", "sessions.cancel", "waitlist.line.get", "waitlist.line.remove"],
  ...["waitlist.line.previewOffer", "waitlist.line.offer", "withdrawals.admin.get", "categories.get"],
  ...["categories.delete", "discounts.getForm", "discounts.delete"],
  ...["imports.check", "imports.drop", "backups.get", "mail.dismiss", "mail.get"],
  ...["testimonials.admin.getForm", "testimonials.admin.withdraw", "testimonials.admin.delete", "users.get"],
  ...["users.getDeletion", "users.sendReset", "calendars.removeAddress", "calendars.test"],
];
