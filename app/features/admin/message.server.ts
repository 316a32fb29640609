import { createHash } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, data } from "@remix-run/node";
import { attemptLogged } from "~/server/api.server";
import { refuseCall } from "~/server/form.server";
import { messageFailure } from "./message-form";

type Submission<MessageForm> = Parameters<typeof refuseCall>[0] & {
  value: MessageForm;
  reply(): SubmissionResult<string[]>;
};

/** `agreed` names the message whose preview was seen. */
type Message = { formKey: string; agreed?: string | undefined };

type Calls<MessageForm, Preview> = {
  preview: (message: MessageForm) => Promise<Preview>;
  send: (message: MessageForm) => Promise<{ sent: number }>;
};

/** Sends only a message whose own preview was seen: one changed since then is shown again. Returns the page's answer. */
export async function previewOrSend<MessageForm extends Message, Preview extends object>(
  args: ActionFunctionArgs,
  submission: Submission<MessageForm>,
  { preview, send }: Calls<Omit<MessageForm, "agreed">, Preview>,
) {
  const { agreed, ...message } = submission.value;
  const key = keyOf(message);
  if (agreed !== key) {
    const shown = await attemptLogged(args, preview(message), messageFailure);
    if (!shown.ok) return { isSent: false, answer: refuseCall(submission, shown, "Error") } as const;
    const answer = data({ reply: submission.reply(), toast: null, preview: { ...shown.value, key } });
    return { isSent: false, answer } as const;
  }
  const sent = await attemptLogged(args, send(message), messageFailure);
  if (!sent.ok) return { isSent: false, answer: refuseCall(submission, sent, "Error") } as const;
  return { isSent: true, count: sent.value.sent } as const;
}

function keyOf({ formKey: _, ...seen }: Pick<Message, "formKey">): string {
  return createHash("sha256").update(JSON.stringify(seen)).digest("base64url");
}
