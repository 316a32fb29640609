const looks = {
  sent: { tone: "badge--green", label: "Sent" },
  waiting: { tone: "badge--yellow", label: "Waiting" },
  failed: { tone: "badge--red", label: "Failed" },
} as const;

/** What became of a mail. */
export const MailBadge = ({ status }: { status: keyof typeof looks }) => (
  <span className={`badge ${looks[status].tone}`}>{looks[status].label}</span>
);
