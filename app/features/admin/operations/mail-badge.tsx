const looks = {
  delivered: { tone: "badge--green", label: "Delivered" },
  undeliverable: { tone: "badge--red", label: "Not deliverable" },
  bounced: { tone: "badge--red", label: "Bounced" },
  complained: { tone: "badge--red", label: "Reported as spam" },
  unconfirmed: { tone: "badge--red", label: "Unconfirmed" },
  unsubscribed: { tone: "badge--yellow", label: "Unsubscribed" },
  sent: { tone: "badge--green", label: "Sent" },
  waiting: { tone: "badge--yellow", label: "Waiting" },
  failed: { tone: "badge--red", label: "Failed" },
} as const;

/** What became of a mail. */
export const MailBadge = ({ status }: { status: keyof typeof looks }) => (
  <span className={`badge ${looks[status].tone}`}>{looks[status].label}</span>
);

/** What a status is called where mails are chosen by it. */
export const mailLabel = (status: keyof typeof looks | "unarrived"): string =>
  status === "unarrived" ? "Did not arrive" : looks[status].label;
