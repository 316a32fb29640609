import type { Zones } from "../../core/dates";
import { DomainError } from "../../core/errors";
import { kinds } from "../../catalogue/products/kinds";
import { nameDate } from "../../catalogue/schedule/name-date";
import { availabilityOf, fits, type Places } from "../../catalogue/schedule/places";
import type { Course, CourseDate } from "./course";

type Offer = { course: Course; toCome: CourseDate[]; places: Map<string, Places>; now: Date };

/** Returns why a course can't be booked, naming the first date that has no free place; null if it can. */
export function refusalOfCourse({ course, toCome, places, now }: Offer, zones: Zones): DomainError | null {
  if (!course.product.isOn || course.product.priceMinor === 0)
    return new DomainError("not_found", kinds.course.notForSale, { ending: "gone" });
  if (toCome.length === 0) {
    return new DomainError("closed", "This course has no more dates to come.", { ending: "closed" });
  }
  const draft = toCome.find(({ session }) => !session.isPublished);
  if (draft)
    return new DomainError("closed", `The date ${nameDate(draft.session, zones)} can’t be booked yet.`, {
      ending: "closed",
    });
  const full = toCome.find(({ session }) => !fits(session, places.get(session.id), 1));
  if (!full) return null;
  const date = nameDate(full.session, zones);
  const isHeld = availabilityOf(full.session, places.get(full.session.id), now) === "held";
  const why = isHeld ? `the last place on ${date} is being held for someone right now` : `no place is free on ${date}`;
  return new DomainError("sold_out", `The course is full: ${why}.`, { ending: isHeld ? "held" : "full" });
}
