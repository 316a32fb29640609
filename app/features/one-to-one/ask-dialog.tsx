import { getFormProps, useForm } from "@conform-to/react";
import type { BookingForm } from "@server/selling/bookings/book/booking-form";
import { BookingSummary } from "~/features/bookings/booking-summary";
import { type AnswerFields, type AskedQuestions, QuestionFields } from "~/features/bookings/question-fields";
import { useFreshOnReturn } from "~/features/buying/busy-form";
import { ContactFields } from "~/features/buying/contact-fields";
import { idOfTime } from "./offer-calendar";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { buttonStyle } from "~/ui/button";
import { CloseLink, DialogBody, DialogFoot, ModalDialog } from "~/ui/dialog";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

type AskValues = { firstName: string; lastName: string; email: string } & { [Name in keyof AnswerFields]?: string };

type AskDialogProps = AskedQuestions & {
  form: Pick<BookingForm, "contact" | "formKey" | "session" | "startsAt">;
  page: string;
  address: string;
  /** The time, whose link gets the focus back. */
  start: string;
  /** What was typed for another time of the offer. */
  draft: { [Name in keyof AskValues]?: string | undefined } | null;
  refused: RefusedForm | undefined;
};

/** Asks for a time that the instructor approves first. */
export function AskDialog(props: AskDialogProps) {
  const { form: shown, page, address, start, draft, refused, questions, version } = props;
  const [form, fields] = useForm<AskValues>({
    id: "ask",
    lastResult: refused?.reply,
    defaultValue: { ...(draft ?? shown.contact) },
  });
  const isBusy = useIsPosting(address);
  useFreshOnReturn();
  return (
    <ModalDialog title="Ask for this time" closeTo={page} returnFocusTo={idOfTime(start)} isBusy={isBusy}>
      <PostForm {...getFormProps(form)} action={address} isBusy={isBusy} failure={failure}>
        <input type="hidden" name="formKey" value={shown.formKey} />
        <DialogBody>
          {refused?.toast && <ToastNotice toast={refused.toast} />}
          <BookingSummary session={shown.session} start={shown.startsAt} />
          <ContactFields fields={fields} hint={whenHeld} />
          <QuestionFields asked={{ questions, version }} fields={fields} />
        </DialogBody>
        <DialogFoot>
          <CloseLink className={buttonStyle({ kind: "quiet" })} to={page}>
            Cancel
          </CloseLink>
          <SubmitButton isBusy={isBusy}>Ask for this time</SubmitButton>
        </DialogFoot>
      </PostForm>
    </ModalDialog>
  );
}

const failure = { title: "Error", text: "Failed to send your request. Please try again." };

const whenHeld =
  "My answer goes here. The time is held for you until then, once you have confirmed this address; nothing is booked or paid yet.";

/** The id of the link that opens the form of an approved request. */
export const bookTimeId = "book-time";
