import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { BookingForm as Booking } from "@server/selling/bookings/book/booking-form";
import type { ReactNode } from "react";
import { BusyRing, Button, buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, StickyFoot } from "~/ui/dialog";
import { Agreement } from "~/features/pages/agreement";
import { Notice } from "~/ui/notice";
import { PostForm } from "~/ui/post-form";
import type { BusyBooking } from "./busy-booking";
import { PriceLines, TotalLine } from "./booking-summary";
import { DiscountField, withoutCode } from "./discount-field";
import { GiftCardField } from "./gift-card-field";
import { HealthFields } from "./health-fields";
import { PassField, PassOfferLine } from "./pass-field";
import { type AnswerFields, type AskedQuestions, QuestionFields } from "./question-fields";
import { PriceFields, suggestedIn } from "./price-fields";
import { TicketFields } from "./ticket-fields";
import { CheckField, TextField } from "~/ui/fields";

type BookingValues = {
  firstName: string;
  lastName: string;
  email: string;
  discountCode?: string;
  giftCode?: string;
  healthVersion?: string;
  healthNote?: string;
  quantity?: string;
  ticketNames?: string;
  rate1?: string;
  amount?: string;
  announcements?: string;
} & { [Name in keyof AnswerFields]?: string };

type BookingFormProps = {
  action: string;
  closeTo: string;
  lastReply: SubmissionResult<string[]> | undefined;
  draft: (BookingValues & { isShortened?: boolean }) | null;
  booking: Booking;
  notice: ReactNode;
  busy: BusyBooking;
  /** What is asked before a session of one person, who books one ticket. */
  asked?: AskedQuestions | undefined;
  children: ReactNode;
};

const failed = { title: "Error", text: "Failed to book session. Please try again." };

/** Returns no failure text of the booking for the buttons that apply and remove a discount code. */
const failureOf = (intent: string | null) => (intent === null || intent === withoutCode ? failed : undefined);

export function BookingForm(props: BookingFormProps) {
  const { action, closeTo, lastReply, draft, booking, notice, busy, asked } = props;
  const { quote, formKey, contact, health, hasDiscounts, discount } = booking;
  const [form, fields] = useForm<BookingValues>({
    id: "booking",
    lastResult: lastReply,
    defaultValue: { amount: suggestedIn(booking.prices), ...(draft ?? contact), quantity: String(booking.quantity) },
  });
  const inputs = [fields.firstName, fields.lastName, fields.email];
  // Without scripting this moves the focus to the first error.
  const start = inputs.find((field) => field.errors) ?? fields.firstName;
  const isElsewhere = Boolean(
    discount ??
    fields.discountCode.errors ??
    fields.healthVersion.errors ??
    fields.rate1.errors ??
    fields.amount.errors,
  );
  const contactProps = (field: FieldMetadata<string>) => ({
    field,
    required: contact === null,
    takesFocus: field.name === start.name && Boolean(field.errors ?? !isElsewhere),
  });

  return (
    <PostForm {...getFormProps(form)} action={action} isBusy={busy !== null} failure={failureOf}>
      {/* The form's first button is the one that the Enter key presses. */}
      <button className="sr-only" type="submit" tabIndex={-1} aria-hidden="true">
        Book
      </button>
      <input type="hidden" name="quote" value={quote} />
      <input type="hidden" name="formKey" value={formKey} />
      <DialogBody>
        {props.children}
        {draft?.isShortened && !lastReply && (
          <Notice kind="information">
            Some of what you had typed was too long to be kept. Please look through the form and type it again.
          </Notice>
        )}
        <div className="grid gap-4.5 md:grid-cols-[1fr_1fr]">
          <TextField label="First name" {...contactProps(fields.firstName)} autoComplete="given-name" />
          <TextField label="Last name" {...contactProps(fields.lastName)} autoComplete="family-name" />
          <TextField
            className="md:col-span-2"
            label="Email"
            {...contactProps(fields.email)}
            type="email"
            autoComplete="email"
            hint={
              booking.session.isOnline ? "Your confirmation and joining link go here." : "Your confirmation goes here."
            }
          />
        </div>
        {asked ? (
          <QuestionFields asked={asked} fields={fields} />
        ) : (
          <TicketFields
            quantity={fields.quantity}
            names={fields.ticketNames}
            chosen={booking.quantity}
            most={booking.mostTickets}
          />
        )}
        {booking.prices && (
          <PriceFields choice={booking.prices} rate={fields.rate1} amount={fields.amount} tickets={booking.quantity} />
        )}
        {health && <HealthFields statement={health} confirmation={fields.healthVersion} note={fields.healthNote} />}
        {booking.passes && <PassField choice={booking.passes} />}
        {booking.passOffer && <PassOfferLine offer={booking.passOffer} placesLeft={booking.placesLeft} />}
        {hasDiscounts && <DiscountField field={fields.discountCode} applied={discount} />}
        {booking.gifts && <GiftCardField gifts={booking.gifts} typed={fields.giftCode.initialValue} />}
        {booking.announcements && <CheckField label={booking.announcements} field={fields.announcements} />}
        <PriceLines {...booking} quantity={booking.charged} />
        <Agreement act="By booking" />
      </DialogBody>
      <StickyFoot total={<TotalLine {...booking} total={shortTotal(booking)} />} notice={notice}>
        <BookButtons closeTo={closeTo} label={bookLabel(booking)} busy={busy} />
      </StickyFoot>
    </PostForm>
  );
}

/** Returns the total as it fits beside the buttons. */
const shortTotal = ({ isCovered, byPass, total }: Booking): string =>
  isCovered && byPass === null ? "Covered" : total;

function bookLabel({ isFree, passes, total, gifts, isCovered, byPass }: Booking): string {
  if (isFree) return "Book";
  if (gifts && gifts.cards.length > 0) return gifts.isAllPaid ? "Book with gift card" : `Book, pay ${gifts.rest}`;
  if (isCovered) return byPass === null ? "Book with your membership" : `Book ${total}`;
  return passes && passes.chosen !== "card" ? `Book with ${total}` : `Book ${total}`;
}

type BookButtonsProps = Pick<BookingFormProps, "closeTo" | "busy"> & { label: string };

function BookButtons({ closeTo, label, busy }: BookButtonsProps) {
  const isBooking = busy === "booking";
  return (
    <>
      {isBooking ? (
        <span className={buttonStyle({ kind: "quiet" })} aria-disabled="true">
          Cancel
        </span>
      ) : (
        <CloseLink className={buttonStyle({ kind: "quiet" })} to={closeTo}>
          Cancel
        </CloseLink>
      )}
      <Button isBusy={isBooking} type="submit" aria-disabled={busy !== null || undefined}>
        {isBooking && <BusyRing />}
        {isBooking ? "Processing..." : label}
      </Button>
    </>
  );
}
