type Subject = {
  kind: string;
  subjectId: string;
  subject: string | null;
  isGone: boolean;
  sessionId: string | null;
  email: string | null;
  collection: string | null;
};

export function auditLink(entry: Subject): string | null {
  const { kind, subjectId, subject, isGone, sessionId, email, collection } = entry;
  if (subject === null || isGone) return null;
  const orders = `/admin/orders?${new URLSearchParams({ search: email ?? "" }).toString()}`;
  const addresses: Record<string, string> = {
    user: `/admin/users/${subjectId}`,
    session: `/admin/sessions/${subjectId}`,
    booking: `/admin/sessions/${sessionId}/attendees`,
    waitlist_entry: `/admin/sessions/${sessionId}/waitlist`,
    purchase: orders,
    payment: orders,
    recording: `/admin/${collection}-recordings/${subjectId}`,
    resource: `/admin/resources/${subjectId}`,
    category: "/admin/categories",
    code: `/admin/discount-codes/${subjectId}`,
    collection: `/admin/${subjectId}-recordings`,
    settings: "/admin/settings",
    email: `/admin/mails/${subjectId}`,
    job: "/admin/jobs",
  };
  return addresses[kind] ?? null;
}
