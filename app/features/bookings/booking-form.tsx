import { type SubmissionResult, useForm } from "@conform-to/react";
import type { BookingForm as Booking } from "@server/selling/bookings/book/booking-form";
import type { ReactNode } from "react";
import type { BusyForm } from "~/features/buying/busy-form";
import { BuyingForm, type BuyingValues, CodeFields, payLabel } from "~/features/buying/buying-form";
import { type Contact, ContactFields } from "~/features/buying/contact-fields";
import { HealthFields } from "~/features/buying/health-fields";
import { PriceFields, suggestedIn } from "~/features/buying/price-fields";
import { PriceLines, TotalLine } from "~/features/buying/price-lines";
import { Agreement } from "~/features/pages/agreement";
import { firstWrong } from "~/lib/forms/form-answer";
import { BusyRing, Button, buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, StickyFoot } from "~/ui/dialog";
import { CheckField } from "~/ui/fields";
import { Notice } from "~/ui/notice";
import { PassField, PassOfferLine } from "./pass-field";
import { type AnswerFields, type AskedQuestions, QuestionFields } from "./question-fields";
import { TicketFields } from "./ticket-fields";

type BookingValues = BuyingValues &
  Contact & { quantity?: string; ticketNames?: string; announcements?: string } & {
    [Name in keyof AnswerFields]?: string;
  };

export type BookingFormProps = {
  action: string;
  closeTo: string;
  lastReply: SubmissionResult<string[]> | undefined;
  draft: (BookingValues & { isShortened?: boolean }) | null;
  booking: Booking;
  notice: ReactNode;
  busy: BusyForm;
  /** What is asked before a session of one person, who books one ticket. */
  asked?: AskedQuestions | undefined;
  children: ReactNode;
};

const failed = { title: "Error", text: "Failed to book session. Please try again." };

export function BookingForm(props: BookingFormProps) {
  const { action, closeTo, lastReply, draft, booking, notice, busy, asked } = props;
  const { contact, health, prices } = booking;
  const [form, fields] = useForm<BookingValues>({
    id: "booking",
    lastResult: lastReply,
    defaultValue: { amount: suggestedIn(prices), ...(draft ?? contact), quantity: String(booking.quantity) },
  });
  const { discountCode, healthVersion, rate1, amount } = fields;
  const isElsewhere = [discountCode, healthVersion, rate1, amount].some(({ errors }) => errors) || booking.discount;
  // Without scripting this moves the focus to the first error.
  const wrong = firstWrong([fields.firstName, fields.lastName, fields.email]);
  const focused = wrong ?? (isElsewhere ? undefined : fields.firstName.name);
  const mails = booking.session.isOnline ? "Your confirmation and joining link go" : "Your confirmation goes";

  return (
    <BuyingForm form={form} sold={booking} action={action} isBusy={busy !== null} act="Book" failure={failed}>
      <DialogBody>
        {props.children}
        {draft?.isShortened && !lastReply && (
          <Notice kind="information">
            Some of what you had typed was too long to be kept. Please look through the form and type it again.
          </Notice>
        )}
        <ContactFields fields={fields} hint={`${mails} here.`} isRequired={contact === null} focused={focused} />
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
        {prices && <PriceFields choice={prices} rate={rate1} amount={amount} tickets={booking.quantity} />}
        {health && <HealthFields statement={health} confirmation={healthVersion} note={fields.healthNote} />}
        {booking.passes && <PassField choice={booking.passes} />}
        {booking.passOffer && <PassOfferLine offer={booking.passOffer} placesLeft={booking.placesLeft} />}
        <CodeFields sold={booking} fields={fields} />
        {booking.announcements && <CheckField label={booking.announcements} field={fields.announcements} />}
        <PriceLines {...booking} quantity={booking.charged} />
        <Agreement act="By booking" />
      </DialogBody>
      <StickyFoot total={<TotalLine {...booking} total={shortTotal(booking)} />} notice={notice}>
        <BookButtons closeTo={closeTo} label={bookLabel(booking)} busy={busy} />
      </StickyFoot>
    </BuyingForm>
  );
}

/** Returns the total as it fits beside the buttons. */
const shortTotal = ({ isCovered, byPass, total }: Booking): string =>
  isCovered && byPass === null ? "Covered" : total;

function bookLabel({ isFree, passes, total, gifts, isCovered, byPass }: Booking): string {
  if (isFree) return "Book";
  const isByCard = gifts !== null && gifts.cards.length > 0;
  if (!isByCard && isCovered && byPass === null) return "Book with your membership";
  if (!isByCard && !isCovered && passes && passes.chosen !== "card") return `Book with ${total}`;
  return payLabel("Book", { total, gifts });
}

type BookButtonsProps = Pick<BookingFormProps, "closeTo" | "busy"> & { label: string };

function BookButtons({ closeTo, label, busy }: BookButtonsProps) {
  const isBooking = busy === "ordering";
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
