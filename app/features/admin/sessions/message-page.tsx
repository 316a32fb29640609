import { getFormProps, useForm } from "@conform-to/react";
import { MessageForm } from "~/features/admin/message-form";
import { recipientsText } from "~/features/admin/message-preview";
import { Choice } from "~/features/admin/price-parts";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useToast } from "~/lib/toast";
import { EmptyState } from "~/ui/card";
import { ChoiceGroup } from "~/ui/check";
import { BackLink, PageHead } from "~/ui/page-head";

type Preview = { key: string; subject: string; html: string; recipients: number; withheld: number };

type MessagePageProps = {
  noun: "session" | "course";
  form: { title: string; date: string | null; recipients: number; formKey: string };
  refused: (RefusedForm & { preview?: Preview }) | undefined;
  back: { label: string; to: string };
  action: string;
};

/** Writes to everyone who is booked on a session or a course. */
export function MessagePage({ noun, form: shown, refused, back, action }: MessagePageProps) {
  const { title, date, recipients, formKey } = shown;
  const preview = refused?.preview ?? null;
  const [form, fields] = useForm<Partial<Record<"subject" | "text" | "kind", string>>>({
    id: "message",
    lastResult: refused?.reply,
    defaultValue: { kind: "service" },
  });
  useToast(refused);
  const isCourse = noun === "course";
  const once = isCourse ? "Each person gets it once." : "";
  return (
    <>
      <BackLink to={back.to}>{back.label}</BackLink>
      <PageHead
        title="Message everyone"
        lede={[
          `Everyone booked on ${[title, date].filter(Boolean).join(", ")}.`,
          recipients > 0 ? recipientsText(recipients) : "",
          once,
        ]
          .filter(Boolean)
          .join(" ")}
      />
      {recipients === 0 && !refused ? (
        <EmptyState>No one is booked, so there is no one to email.</EmptyState>
      ) : (
        <MessageForm
          {...getFormProps(form)}
          fields={fields}
          formKey={formKey}
          refused={refused}
          preview={preview}
          back={back.to}
          aria-label="Message"
          action={action}
          text={{ rows: 8, hint: isCourse ? courseHint : sessionHint }}
          audience={
            preview && (
              <>
                {recipientsText(preview.recipients)} {preview.withheld > 0 && withheldText(preview.withheld)} Each is
                greeted by first name and has a link to their own {isCourse ? "course" : "booking"}.
              </>
            )
          }
        >
          <ChoiceGroup legend="What is it about?">
            <Choice field={fields.kind} value="service" label={`This ${noun}: everyone booked gets it`} />
            <Choice
              field={fields.kind}
              value="announcement"
              label="News, offers or other sessions: it has an unsubscribe link, and only people who agreed to announcements get it"
            />
          </ChoiceGroup>
        </MessageForm>
      )}
    </>
  );
}

const sessionHint = "A greeting and the session’s details are added. Replies go to you.";
const courseHint = "A greeting and the next date of each are added. Replies go to you.";

const withheldText = (count: number) =>
  count === 1
    ? "1 more hasn’t agreed to announcements and doesn’t get it."
    : `${count} more haven’t agreed to announcements and don’t get it.`;
