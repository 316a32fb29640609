import { getFormProps, useForm } from "@conform-to/react";
import type { AttendeeMoveForm } from "@server/selling/bookings/attendees/move-attendee";
import { whereItGoes } from "~/features/waitlist/waitlist";
import { listAddress } from "~/lib/list-address";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { ButtonLink } from "~/ui/button";
import { FormActions, FormCard } from "~/ui/card";
import { Facts } from "~/ui/facts";
import { CheckField } from "~/ui/fields";
import { Icon } from "~/ui/icon";
import { CoverLink } from "~/ui/link";
import { RowList } from "~/ui/list";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { HeadedSection } from "~/ui/headed-section";

type OfficeDate = AttendeeMoveForm["from"];
type ChosenSession = NonNullable<AttendeeMoveForm["chosen"]>;
type DatesProps = { dates: OfficeDate[]; addressOf: (sessionId: string) => string };

/** Lists the dates that a booking may be moved to, each a link to the page that confirms it. */
export function DateChoice({ form, path, back }: { form: AttendeeMoveForm; path: string; back: string }) {
  const { like, unlike } = form;
  const addressOf = (to: string) => listAddress(path, { to, back });
  return (
    <div className="grid max-w-208 gap-6">
      {like.length === 0 && <p>No other date of the same price and category has enough places.</p>}
      {like.length > 0 && (
        <HeadedSection heading="Same price and category">
          <DateRows dates={like} addressOf={addressOf} />
        </HeadedSection>
      )}
      {unlike.length > 0 && (
        <details className="group grid gap-3" open={like.length === 0}>
          <summary className="flex min-h-(--size-touch) items-center gap-2">
            <h2 className="text-heading">Another price or category, free of charge</h2>
            <Icon name="chevron" className="text-accent group-open:rotate-180" />
          </summary>
          <DateRows dates={unlike} addressOf={addressOf} />
        </details>
      )}
      <p className="text-small text-ink-soft">
        Dates without enough places, drafts and cancelled sessions are left out. Nothing changes until you confirm.
      </p>
    </div>
  );
}

const DateRows = ({ dates, addressOf }: DatesProps) => (
  <RowList>
    {dates.map((date) => (
      <li key={date.id} className="relative grid gap-0.5 px-4 py-3 md:px-5">
        <CoverLink className="font-semibold text-accent hover:underline" to={addressOf(date.id)} discover="none">
          {startOf(date)}
        </CoverLink>
        <p className="text-small text-ink-soft">
          {[date.title, date.category, date.place, date.price].filter(Boolean).join(" · ")}
        </p>
      </li>
    ))}
  </RowList>
);

const startOf = ({ startsAt }: OfficeDate): string => `${startsAt.mediumDate}, ${startsAt.time} ${startsAt.zone}`;

type ConfirmMoveProps = {
  form: AttendeeMoveForm & { chosen: ChosenSession };
  path: string;
  back: string;
  refused: RefusedForm | undefined;
};

/** Shows both dates and what becomes of the money, and posts the move. */
export function ConfirmMove({ form: moveForm, path, back, refused }: ConfirmMoveProps) {
  const { name, reference, quantity, from, chosen, standing, formKey } = moveForm;
  const action = listAddress(path, { to: chosen.id, back });
  const isBusy = useIsPosting(action);
  const [form, fields] = useForm<{ isLate?: string; isFreeOfCharge?: string }>({
    id: "move",
    lastResult: refused?.reply,
  });
  return (
    <FormCard
      {...getFormProps(form)}
      action={action}
      isBusy={isBusy}
      failure={{ title: "Error", text: "Failed to move the booking. Please try again." }}
    >
      <h1 className="text-heading">Move the booking of {name}?</h1>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <input type="hidden" name="from" value={from.id} />
      <input type="hidden" name="to" value={chosen.id} />
      <input type="hidden" name="version" value={chosen.version} />
      <input type="hidden" name="formKey" value={formKey} />
      <Facts
        facts={[
          { label: "Booking", value: [reference, quantity > 1 && `${quantity} tickets`].filter(Boolean).join(", ") },
          { label: "From", value: <DateLines date={from} /> },
          { label: "To", value: <DateLines date={chosen} /> },
          { label: "Money", value: [moneyText(moveForm, chosen), chosen.credits].filter(Boolean).join(" ") },
          { label: "Afterwards", value: chosen.terms },
        ]}
      />
      <p>
        {name} gets an email with the new date. The place that becomes free {whereItGoes}.
      </p>
      {standing.kind === "late" && (
        <CheckField label="Although it is too late" field={fields.isLate} hint={standing.why} required />
      )}
      {!chosen.isLike && (
        <CheckField
          label="Free of charge"
          field={fields.isFreeOfCharge}
          hint="It has another price or category. Nothing is charged or given back for the difference."
          required
        />
      )}
      <FormActions>
        <ButtonLink kind="quiet" to={listAddress(path, { back })}>
          Choose another date
        </ButtonLink>
        <SubmitButton isBusy={isBusy}>Move booking</SubmitButton>
      </FormActions>
    </FormCard>
  );
}

const DateLines = ({ date }: { date: OfficeDate }) => (
  <>
    <span className="block font-semibold">{startOf(date)}</span>
    <span className="block text-small text-ink-soft">
      {[date.title, date.category, date.place].filter(Boolean).join(" · ")}
    </span>
  </>
);

function moneyText({ agreed }: AttendeeMoveForm, { isLike, isDue, isByTransfer, price }: ChosenSession): string {
  const rest = isDue ? `It is still due, ${isByTransfer ? "by transfer" : "at the door"}.` : "Nothing more is due.";
  if (isLike) return `The price stays ${agreed}. ${rest}`;
  return `The price stays ${agreed}; this date is ${price === "Free" ? "free" : `${price} a ticket`}. ${rest}`;
}
