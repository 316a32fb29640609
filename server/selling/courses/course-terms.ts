import type { CourseTerms } from "@db/schema";
import type { SiteSettings } from "../../core/site-settings";

type Rules = Pick<SiteSettings, "isCancellingOn" | "cancelWindowHours">;

/** Says what a buyer may expect, in the form, on the page and in the mail alike. */
export const describeTerms = ({ canMakeUp }: Pick<CourseTerms, "canMakeUp">, rules: Rules): string[] => [
  cancelling(rules),
  "A single date can be given up, which brings no refund.",
  ...(canMakeUp ? [makingUp] : []),
  "If I cancel a date, you get its share of the price back; if I move one, you can give it up for its share.",
];

const makingUp = "A date that you gave up or missed can be made up once, in a similar course with a free place.";

function cancelling({ isCancellingOn, cancelWindowHours: hours }: Rules): string {
  if (!isCancellingOn) return "To cancel the course, write to me.";
  const which =
    hours === 0 ? "that have not begun" : `that begin in more than ${hours} ${hours === 1 ? "hour" : "hours"}`;
  return `You can cancel the course: the dates ${which} are refunded, each with its share of the price.`;
}
