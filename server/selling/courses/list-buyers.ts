import { purchases } from "@db/schema";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Context } from "../../core/context";
import { printTotal } from "../../platform/money/print-order";
import { readDatesOf } from "./held-dates";

/** Someone who has booked a course. */
type CourseBuyer = { id: string; name: string; email: string; amount: string; dates: string };

/** Lists who has booked a course, for all its dates. */
export async function listBuyers({ db }: Pick<Context, "db">, { id }: { id: string }): Promise<CourseBuyer[]> {
  const isBooked = and(inArray(purchases.status, ["pending", "paid", "free"]), isNull(purchases.archivedAt));
  const rows = await db
    .select()
    .from(purchases)
    .where(and(eq(purchases.productId, id), isBooked))
    .orderBy(asc(purchases.customerName), asc(purchases.id));
  const dates = await readDatesOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((purchase) => {
    const own = dates.filter(({ booking }) => booking.coursePurchaseId === purchase.id);
    const booked = own.filter(({ booking }) => booking.status === "completed").length;
    return {
      id: purchase.id,
      name: purchase.customerName,
      email: purchase.customerEmail,
      amount: printTotal(purchase),
      dates: purchase.status === "pending" ? "Payment is open" : `${booked} of ${own.length} booked`,
    };
  });
}
