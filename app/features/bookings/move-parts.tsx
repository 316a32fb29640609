import { getFormProps, useForm } from "@conform-to/react";
import type { MoveForm } from "@server/selling/bookings/move/moves";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { buttonStyle } from "~/ui/button";
import { CoverLink } from "~/ui/link";
import { DateBlock } from "~/ui/date-block";
import { CloseLink, DialogBody, DialogFoot } from "~/ui/dialog";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { HealthFields } from "~/features/buying/health-fields";
import { subject, subjectText } from "~/features/buying/price-lines";
import { BookingSummary } from "./booking-summary";

type ChosenMove = NonNullable<MoveForm["chosen"]>;

const movePathTo = (movePath: string, sessionId: string): string =>
  `${movePath}${movePath.includes("?") ? "&" : "?"}to=${sessionId}`;

/** Lists the dates that a booking may be moved to, each a link to the page that confirms it. */
export function DateList({ dates, movePath, title }: { dates: MoveForm["dates"]; movePath: string; title: string }) {
  return (
    <ul className="grid gap-3">
      {dates.map(({ id, startsAt, place, ...date }) => (
        <li
          key={id}
          className={`relative ${subject} outline-focus has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-3`}
        >
          <p className={`flex ${subjectText}`}>
            <DateBlock
              variant="small"
              className="border-r border-line pr-4.5"
              day={startsAt.day}
              weekday={startsAt.weekdayShort}
              monthAndYear={`${startsAt.month} ${startsAt.year}`}
              iso={startsAt.iso}
            />
          </p>
          <p className={`flex-1 basis-22 ${subjectText}`}>
            <CoverLink
              className="block text-[1.0625rem] font-semibold text-accent hover:underline"
              to={movePathTo(movePath, id)}
              replace
              preventScrollReset
              discover="none"
            >
              {startsAt.hours}
            </CoverLink>
            {date.title !== title && `${date.title}, `}
            {place}
          </p>
        </li>
      ))}
    </ul>
  );
}

type ConfirmMoveProps = {
  form: MoveForm & { chosen: ChosenMove };
  session: Parameters<typeof BookingSummary>[0]["session"];
  start: ChosenMove["startsAt"];
  quantity: number;
  /** Whether the booking is paid at the door. */
  isDue: boolean;
  movePath: string;
  refused: RefusedForm | undefined;
};

/** Shows both dates and what stays as it is, and posts the move. */
export function ConfirmMove({ form, session, start, quantity, isDue, movePath, refused }: ConfirmMoveProps) {
  const { chosen, health, formKey, from } = form;
  const [move, fields] = useForm<{ healthVersion?: string; healthNote?: string }>({
    id: "move-booking",
    lastResult: refused?.reply,
  });
  const address = movePathTo(movePath, chosen.id);
  const isBusy = useIsPosting(address);
  const place = chosen.where.join(", ");
  return (
    <PostForm
      {...getFormProps(move)}
      action={address}
      isBusy={isBusy}
      failure={{ title: "Error", text: "Failed to move your booking. Please try again." }}
    >
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="to" value={chosen.id} />
      <input type="hidden" name="version" value={chosen.version} />
      <input type="hidden" name="formKey" value={formKey} />
      <DialogBody>
        {refused?.toast && <ToastNotice toast={refused.toast} />}
        <div className="grid gap-2">
          <p className="font-semibold">From</p>
          <BookingSummary session={session} start={start} />
          <p className="mt-2 font-semibold">To</p>
          <BookingSummary session={{ ...session, ...chosen, place }} start={chosen.startsAt} />
        </div>
        <p>
          {quantity > 1 ? `All ${quantity} tickets move to this date.` : "Your ticket moves to this date."}{" "}
          {moneyText(isDue, chosen.isByTransfer)} {chosen.credits} {chosen.terms && `${chosen.terms}.`}
        </p>
        {health && <HealthFields statement={health} confirmation={fields.healthVersion} note={fields.healthNote} />}
      </DialogBody>
      <DialogFoot>
        <CloseLink className={buttonStyle({ kind: "quiet" })} to={movePath}>
          Choose another date
        </CloseLink>
        <SubmitButton isBusy={isBusy}>Move booking</SubmitButton>
      </DialogFoot>
    </PostForm>
  );
}

function moneyText(isDue: boolean, isByTransfer: boolean): string {
  if (!isDue) return "There is nothing more to pay.";
  return isByTransfer ? "You still pay by transfer." : "You pay when you arrive.";
}
