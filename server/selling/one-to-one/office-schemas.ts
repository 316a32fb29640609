import { z } from "zod";
import { formVersion } from "../../core/forms";
import { typedAddress, typedLine, typedText } from "../../core/input-schemas";
import { currencies } from "../../core/money";
import { typedAmount } from "../../platform/money/convert-price";
import { orNull, priceFields, type TypedPrices } from "../../platform/money/price-schemas";
import { readHours, wrongHours } from "./typed-hours";

const whole = (least: number, most: number) => {
  const message = `Enter a whole number from ${least} to ${most}`;
  return z.number({ error: message }).int(message).min(least, message).max(most, message);
};

const slugRule = "Use lower-case letters, digits and single hyphens, such as birth-preparation";

const typedHours = () =>
  typedLine(100)
    .default("")
    .refine((text) => readHours(text) !== null, { error: ({ input }) => wrongHours(String(input)) });

const questionKinds = ["text", "choice", "yes_no"] as const;

const label = () => orNull(typedLine(200));
const kind = () => z.enum(questionKinds).default("text");
const choices = () => typedText(1000).default("");
const ticked = () => z.boolean().default(false);

const questions = {
  label1: label(),
  kind1: kind(),
  choices1: choices(),
  required1: ticked(),
  private1: ticked(),
  label2: label(),
  kind2: kind(),
  choices2: choices(),
  required2: ticked(),
  private2: ticked(),
  label3: label(),
  kind3: kind(),
  choices3: choices(),
  required3: ticked(),
  private3: ticked(),
  label4: label(),
  kind4: kind(),
  choices4: choices(),
  required4: ticked(),
  private4: ticked(),
  label5: label(),
  kind5: kind(),
  choices5: choices(),
  required5: ticked(),
  private5: ticked(),
};

const hours = {
  hours1: typedHours(),
  hours2: typedHours(),
  hours3: typedHours(),
  hours4: typedHours(),
  hours5: typedHours(),
  hours6: typedHours(),
  hours7: typedHours(),
};

/** What a form asks about prices: nothing of an offer is counted, so there are no places and no early price. */
const offerPrices = z.object(priceFields).omit({
  rate1Places: true,
  rate2Places: true,
  rate3Places: true,
  rate4Places: true,
  earlyPrice: true,
  earlyUntil: true,
  earlyPlaces: true,
}).shape;

const uncounted = {
  rate1Places: null,
  rate2Places: null,
  rate3Places: null,
  rate4Places: null,
  earlyPrice: null,
  earlyUntil: null,
  earlyPlaces: null,
};

const offer = {
  isOn: ticked(),
  title: typedLine(100, "Enter a name"),
  slug: typedLine(60, "Enter an address").regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, slugRule),
  description: typedText(10_000, "Enter a description"),
  category: orNull(typedLine(100)),
  durationMinutes: whole(5, 1440),
  locationType: z.enum(["online", "onsite"]).default("online"),
  zoomLink: orNull(typedAddress({ wrong: "Enter a full web address, such as https://zoom.us/j/123" })),
  address: orNull(typedLine(200)),
  city: orNull(typedLine(100)),
  postCode: orNull(typedLine(20)),
  pricing: z.enum(["one", "rates", "between"]).default("one"),
  ...offerPrices,
  price: z.string().trim().regex(typedAmount, "Price must be 0 or greater").default("0"),
  priceCurrency: z.enum(currencies).default("GBP"),
  creditCost: whole(0, 20)
    .nullish()
    .transform((typed) => typed ?? null),
  ...hours,
  exceptions: typedText(10_000).default(""),
  bufferBeforeMinutes: whole(0, 720).default(0),
  bufferAfterMinutes: whole(0, 720).default(0),
  stepMinutes: whole(5, 720).default(30),
  noticeHours: whole(0, 720).default(24),
  horizonDays: whole(1, 366).default(56),
  maxPerDay: orNull(whole(1, 50)),
  needsApproval: ticked(),
  ...questions,
  imageId: z.uuid().optional(),
  removeImage: ticked(),
};

/** Which notes on the price were seen. */
const agreed = { agreedPrice: formVersion.optional() };

export const newOfferForm = z.object({ ...offer, formKey: z.uuid(), ...agreed });
export type NewOffer = z.infer<typeof newOfferForm>;
export const editedOfferForm = z.object({ ...offer, version: formVersion, ...agreed });
export const officeOfferRef = z.object({ id: z.uuid() });
export const editedOffer = editedOfferForm.extend(officeOfferRef.shape);
export type EditedOffer = z.infer<typeof editedOffer>;
export type TypedOffer = Omit<NewOffer, "formKey" | "agreedPrice">;

export const pricesTyped = (typed: TypedOffer): TypedPrices => ({ ...typed, ...uncounted });

/** A field of the form, except those of its picture. */
export type OfferField = Exclude<keyof TypedOffer, "imageId" | "removeImage">;

/** An offer as its form is filled with it: a ticked box is "on", an empty one is empty. */
export type OfferValues = Record<OfferField, string>;
