import { aBookedCourse, aCourseOf, anOpenCourse, someDates } from "../../support/courses";
import { expect, test, type TestApp } from "../../support/test-app";
import { type Books, readBooks } from "./books";
import { expectCoursesToBeWhole } from "./courses";

/** Returns the books of a site on which one course is booked and another waits for its payment. */
async function someBooks(app: TestApp): Promise<Books> {
  const { id } = await aCourseOf(app.db, await someDates(app.db));
  await aBookedCourse(app, id);
  await anOpenCourse(app, id);
  return readBooks(app);
}

type Booking = Books["bookings"][number];
type Purchase = Books["purchases"][number];

const isOf = (books: Books, status: Purchase["status"]) => {
  const { id } = books.purchases.find((purchase) => purchase.status === status)!;
  return ({ coursePurchaseId }: Booking) => coursePurchaseId === id;
};

/** Changes one date of the course with this status. */
function dateAs(books: Books, status: Purchase["status"], changed: Partial<Booking>): Books {
  const { id } = books.bookings.find(isOf(books, status))!;
  return { ...books, bookings: books.bookings.map((each) => (each.id === id ? { ...each, ...changed } : each)) };
}
const courseAs = (books: Books, status: Purchase["status"], changed: Partial<Purchase>): Books => ({
  ...books,
  purchases: books.purchases.map((each) => (each.status === status ? { ...each, ...changed } : each)),
});

/** What the histories must find, and the words with which they say so. */
const faults: Record<string, [(books: Books) => Books, RegExp]> = {
  "a date that is gone": [
    (books) => ({ ...books, bookings: books.bookings.filter(({ id }) => id !== books.bookings[0]!.id) }),
    /shares of a course/,
  ],
  "a share that grew": [(books) => dateAs(books, "paid", { payerShare: 5000 }), /shares of a course/],
  "a date of a paid course that waits for a payment": [
    (books) => dateAs(books, "paid", { status: "pending" }),
    /dates that wait for a payment/,
  ],
  "a date that is booked before its course is paid": [
    (books) => dateAs(books, "pending", { status: "completed" }),
    /dates that wait for a payment/,
  ],
  "a date that a lapsed course kept": [
    (books) => dateAs(courseAs(books, "pending", { status: "cancelled" }), "cancelled", { status: "completed" }),
    /dates that wait for a payment|without a payment/,
  ],
  "a date of a paid course that was never booked": [
    (books) => dateAs(books, "paid", { status: "cancelled", completedAt: null }),
    /never booked/,
  ],
  "a share that did not go back": [
    (books) => dateAs(books, "paid", { status: "cancelled", shareReturnedAt: new Date() }),
    /refunded of a course/,
  ],
};

test("the histories find what is wrong with a course", async ({ app }) => {
  const books = await someBooks(app);
  expectCoursesToBeWhole(books);
  for (const [name, [spoil, words]] of Object.entries(faults)) {
    expect(() => expectCoursesToBeWhole(spoil(books)), name).toThrow(words);
  }
});
