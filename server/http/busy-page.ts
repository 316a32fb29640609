import type { Request, Response } from "express";
import { bodyOf } from "./read-body";
import { sendPlain } from "./plain-page";

/** Answers 503 with Retry-After. A form's page keeps what was typed and sends it again. */
export function sendBusy(request: Request, response: Response, retryAfterSeconds = 5): void {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const typed = isRead ? null : typedFields(request, response);
  const hasSecret = typed?.some(([name]) => isSecret.test(name));
  sendPlain(request, response, {
    status: 503,
    title: "The site is busy at the moment.",
    advice: isRead
      ? "Please wait a few seconds and load the page again."
      : typed
        ? `What you typed is kept here. Please wait a few seconds, then send it again. Nothing is done twice.${hasSecret ? " Your password has to be typed again." : ""}`
        : "Please wait a few seconds, go back and send the form again. Nothing is done twice.",
    retryAfterSeconds,
    ...(typed && { form: formAgain(request.originalUrl, typed) }),
  });
}

/** Returns whether a browser sent a form without files as a document; scripts keep their page themselves. */
export const isPlainForm = (request: Request): boolean =>
  request.method === "POST" &&
  Boolean(request.is("application/x-www-form-urlencoded")) &&
  (request.get("Accept")?.includes("text/html") ?? false);

type Field = [name: string, value: string];

const mostFields = 200;
const isSecret = /password/i;

function typedFields(request: Request, response: Response): Field[] | null {
  const body = bodyOf(response);
  if (!body || !isPlainForm(request)) return null;
  const fields = [...new URLSearchParams(new TextDecoder().decode(body))];
  return fields.length > 0 && fields.length <= mostFields ? fields : null;
}

const formAgain = (address: string, fields: Field[]): string => `<form method="post" action="${escapeHtml(address)}">
${fields
  .filter(([name]) => !isSecret.test(name))
  .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
  .join("\n")}
<button>Send again</button>
</form>`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? "");
