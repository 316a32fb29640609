import { amountLabels, rateLabels } from "~/features/admin/price-parts";
import { choiceLabel, tickLabel } from "~/lib/forms/conflict";

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
export const numbers = [1, 2, 3, 4, 5] as const;

export const pricingWords = {
  one: "One price",
  rates: "Rates to choose from, on trust",
  between: "Any amount between two",
};

export const priceLabels = { ...rateLabels, ...amountLabels };

/** The labels with which a conflict shows the fields. */
export const offerLabels: Record<string, ReturnType<typeof tickLabel>> = {
  title: "Name",
  slug: "Address",
  description: "Description",
  category: "Category",
  durationMinutes: "Length in minutes",
  locationType: "Place",
  zoomLink: "Joining link",
  address: "Street",
  city: "City",
  postCode: "Postcode",
  price: "Price",
  priceCurrency: "Currency",
  pricing: choiceLabel("What people pay", pricingWords),
  ...priceLabels,
  creditCost: "Credits of a pass",
  exceptions: "Other dates",
  bufferBeforeMinutes: "Minutes free before",
  bufferAfterMinutes: "Minutes free after",
  stepMinutes: "A time every … minutes",
  noticeHours: "Notice in hours",
  horizonDays: "Days ahead",
  maxPerDay: "Most a day",
  isOn: tickLabel("On sale"),
  needsApproval: tickLabel("I approve each booking first"),
  ...Object.fromEntries(weekdays.map((weekday, index) => [`hours${index + 1}`, weekday] as const)),
  ...Object.fromEntries(numbers.flatMap(labelsOfQuestion)),
};

function labelsOfQuestion(number: number): [string, ReturnType<typeof tickLabel>][] {
  return [
    [`label${number}`, `Question ${number}`],
    [`kind${number}`, `Kind of question ${number}`],
    [`choices${number}`, `Answers to question ${number}`],
    [`required${number}`, tickLabel(`Question ${number} has to be answered`)],
    [`private${number}`, tickLabel(`Answers to question ${number} are encrypted`)],
  ];
}
