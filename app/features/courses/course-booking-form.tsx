import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { CourseForm } from "@server/selling/courses/course-form";
import { BookingTotal } from "~/features/bookings/booking-summary";
import { DiscountField } from "~/features/bookings/discount-field";
import { GiftCardField } from "~/features/bookings/gift-card-field";
import { HealthFields } from "~/features/bookings/health-fields";
import { PriceFields, suggestedIn } from "~/features/bookings/price-fields";
import { Agreement } from "~/features/pages/agreement";
import { type GuestContact, GuestFields } from "~/features/purchases/guest-fields";
import { withReturn } from "~/lib/sign-in-address";
import { ButtonLink } from "~/ui/button";
import { FormActions } from "~/ui/card";
import { PostForm, SubmitButton } from "~/ui/post-form";

type CourseValues = Partial<GuestContact> & {
  discountCode?: string;
  giftCode?: string;
  healthVersion?: string;
  healthNote?: string;
  rate1?: string;
  amount?: string;
};

type CourseBookingFormProps = {
  form: CourseForm;
  /** The page of the course. */
  path: string;
  action: string;
  lastReply: SubmissionResult<string[]> | undefined;
  isBusy: boolean;
};

const failed = { title: "Error", text: "Failed to book the course. Please try again." };

/** No failure text of the booking for the buttons that apply and remove a code. */
const failureOf = (intent: string | null) => (intent === null ? failed : undefined);

export function CourseBookingForm({ form: course, path, action, lastReply, isBusy }: CourseBookingFormProps) {
  const { contact, offered, quote, formKey, health, hasDiscounts, discount, gifts, prices, ...price } = course;
  const [form, fields] = useForm<CourseValues>({
    id: "course",
    lastResult: lastReply,
    defaultValue: { ...(contact ? {} : offered), amount: suggestedIn(prices) },
  });
  return (
    <PostForm className="grid gap-6" {...getFormProps(form)} action={action} isBusy={isBusy} failure={failureOf}>
      {/* The form's first button is the one that the Enter key presses. */}
      <button className="sr-only" type="submit" tabIndex={-1} aria-hidden="true">
        Book
      </button>
      <input type="hidden" name="quote" value={quote} />
      <input type="hidden" name="formKey" value={formKey} />
      {contact ? (
        <p className="text-ink-soft">
          For {contact.firstName} {contact.lastName}, <span className="break-words">{contact.email}</span>
        </p>
      ) : (
        <GuestFields fields={fields} signInTo={withReturn("/sign-in", action)} hint={mailHint} />
      )}
      {health && <HealthFields statement={health} confirmation={fields.healthVersion} note={fields.healthNote} />}
      {prices && <PriceFields choice={prices} rate={fields.rate1} amount={fields.amount} tickets={1} />}
      {hasDiscounts && <DiscountField field={fields.discountCode} applied={discount} />}
      {gifts && <GiftCardField gifts={gifts} typed={fields.giftCode.initialValue} />}
      <BookingTotal what="Course" discount={discount} gifts={gifts} {...price} />
      <Agreement act="By booking" />
      <FormActions>
        <ButtonLink kind="quiet" to={path}>
          Cancel
        </ButtonLink>
        <SubmitButton isBusy={isBusy}>{payLabel(price, gifts)}</SubmitButton>
      </FormActions>
    </PostForm>
  );
}

const mailHint = "Your confirmation and the link that opens your course go here.";

function payLabel({ isFree, total }: { isFree: boolean; total: string }, gifts: CourseForm["gifts"]): string {
  if (isFree) return "Book";
  if (gifts && gifts.cards.length > 0) return gifts.isAllPaid ? "Book with gift card" : `Book, pay ${gifts.rest}`;
  return `Book ${total}`;
}
