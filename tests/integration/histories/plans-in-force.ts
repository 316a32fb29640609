import type { HeldMembership, MembershipBooks } from "./membership-books";

type MembershipRef = Pick<HeldMembership, "id">;

/** Returns the changes of plan that a membership has asked for, in the order in which they begin. */
export const changesOf = ({ changes }: MembershipBooks, { id }: MembershipRef) =>
  changes
    .filter(({ membershipId }) => membershipId === id)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());

/** Returns those that Stripe has made. */
export const madeChanges = (books: MembershipBooks, membership: MembershipRef) =>
  changesOf(books, membership).filter(({ startedAt }) => startedAt !== null);

/** Returns the plan of a membership at an instant: that of the last change that had begun, or the one that was joined. */
export function planAt(books: MembershipBooks, membership: MembershipRef, at: Date) {
  const begun = madeChanges(books, membership).findLast(({ startsAt }) => startsAt <= at);
  return begun ?? books.joinedPlan;
}

/** Returns the most sessions of a week that any plan of a membership has covered: what was booked with it stays. */
export function mostInWeek(books: MembershipBooks, membership: MembershipRef): number {
  const plans = [books.joinedPlan, ...madeChanges(books, membership)];
  return Math.max(...plans.map(({ weeklyLimit }) => weeklyLimit ?? Infinity));
}
