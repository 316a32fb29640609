import { randomUUID } from "node:crypto";
import { parse } from "cookie";
import type { Request, RequestHandler, Response } from "express";
import { findKnownRefusal } from "../../bookings/create-booking";
import { newBrowserCookie } from "../../bookings/hold-cap";
import { bookingForm } from "../../bookings/schemas";
import type { Context } from "../../core/context";
import { cookieName } from "../../core/cookies";
import { type DomainError, refusals } from "../../core/errors";
import { readRevisions } from "../../core/revisions";
import type { Services } from "../../core/services";
import { contextFor } from "../../trpc/request-context";
import { holdSlot } from "../gate-slot";
import type { RenderPage } from "../pages";
import { bodyOf } from "../read-body";
import { addressOf, authOf } from "../sign-in";
import { fillTemplate } from "./page-template";
import { isCurrent, type PostedForm, type RefusedForm, rehearseRefusal } from "./rehearse-refusal";

export const bookingForms = /^\/sessions\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/book(\.data)?$/;

/** With each attempt the form is rendered anew; then the app answers. */
const attempts = 2;
const { status } = refusals.sold_out;

/**
 * Answers guests whom a session refuses that is known to be full, like the app would. The form is rendered once while
 * nothing that it shows changes; what a visitor typed is written into a copy for this visitor only.
 */
export function refuseBookings(services: Services, render: RenderPage): RequestHandler {
  const forms = createFormStore();

  const answer = async (request: Request, response: Response): Promise<boolean> => {
    const asked = readPosted(services, request, response);
    if (!asked) return false;
    const { ctx, posted, booking } = asked;
    for (let nth = 1; nth <= attempts; nth += 1) {
      // Called together they share a query, which starts after the request has come.
      const [refusal, now] = await Promise.all([
        findKnownRefusal(ctx, booking),
        readRevisions(services, [posted.sessionId]),
      ]);
      if (refusal?.code !== "sold_out") return false;
      const key = keyOf(posted, refusal);
      const rendered = forms.get(key) ?? forms.set(key, rehearseRefusal(services, render, posted, refusal));
      const form = await rendered;
      if (isCurrent(services, form, now)) return send(form, ctx, posted, response);
      forms.remove(key, rendered);
    }
    return false;
  };
  return (request, response, next) => {
    const done = holdSlot(response);
    answer(request, response)
      .catch(() => false)
      .finally(done)
      .then((isAnswered) => !isAnswered && !response.destroyed && next())
      .catch(next);
  };
}

type Asked = { ctx: Context; posted: PostedForm; booking: { sessionId: string; formKey: string; quantity: number } };

/** Names of fields, and whether their values are only shown again. */
const fieldNames = new Map([
  ...["firstName", "lastName", "email", "healthNote", "ticketNames", "formKey"].map((name) => [name, true] as const),
  ...["quantity", "quote", "healthVersion", "announcements"].map((name) => [name, false] as const),
]);

/** Returns null unless the request is a guest's whole and valid form without a code, as the app would accept it. */
function readPosted(services: Services, request: Request, response: Response): Asked | null {
  const { settings } = services;
  const [, sessionId, data] = bookingForms.exec(request.originalUrl) ?? [];
  const { user, session } = authOf(response);
  const { cookie: cookieHeader } = request.headers;
  const known = ["tz", cookieName(settings, "currency"), cookieName(settings, "browser")];
  const isPlain = Object.keys(parse(cookieHeader ?? "")).every((name) => known.includes(name));
  const fields = readFields(request, response);
  if (!sessionId || user || session.current || !isPlain || !fields) return null;
  const typed = Object.fromEntries(fields.filter(([, value]) => value !== ""));
  const form = bookingForm.safeParse(typed).data;
  if (!form) return null;
  const facts = { cookieHeader, address: addressOf(request), auth: authOf(response) };
  const ctx = contextFor({ ...services, settingsMemo: {} }, facts);
  const isFree = ([name, value]: [string, string]) => value !== "" && fieldNames.get(name) === true;
  const posted = {
    path: request.originalUrl,
    sessionId,
    isData: data !== undefined,
    names: fields.map(([name]) => name),
    free: Object.fromEntries(fields.filter(isFree)),
    fixed: Object.fromEntries(fields.filter((field) => !isFree(field))),
    timeZone: ctx.visitor.timeZone,
    currency: ctx.visitor.currency,
  };
  return { ctx, posted, booking: { sessionId, formKey: form.formKey, quantity: form.quantity } };
}

const formType = /^application\/x-www-form-urlencoded(?:;\s*charset=utf-8)?$/i;
const longestFixed = 20;

/** Returns null if there are other fields than the form's, or repeated or unusual ones. */
function readFields(request: Request, response: Response): [string, string][] | null {
  const body = bodyOf(response);
  if (!body || !formType.test(request.headers["content-type"] ?? "")) return null;
  const fields = [...new URLSearchParams(new TextDecoder().decode(body))];
  const names = new Set(fields.map(([name]) => name));
  const isUsual = ([name, value]: [string, string]) => {
    if (name === "discountCode") return value === "";
    // React adds a line break before such a text, as browsers leave out the first.
    if (fieldNames.get(name) === true) return !value.startsWith("\n");
    return fieldNames.has(name) && value.length <= longestFixed;
  };
  return names.size === fields.length && fields.every(isUsual) ? fields : null;
}

/** Everything on which the answer depends beside the revisions, the rates and the clock. */
const keyOf = ({ free, ...posted }: PostedForm, { message }: DomainError): string =>
  JSON.stringify([posted, Object.keys(free), message]);

function send(
  { headers, newKeys, template }: RefusedForm,
  ctx: Context,
  posted: PostedForm,
  response: Response,
): boolean {
  if (!template) return false;
  if (response.headersSent) return true;
  const keys = Object.fromEntries(newKeys.map((name) => [name, randomUUID()]));
  const values = { ...posted.free, ...keys, nonce: response.locals.nonce as string };
  response.status(status);
  for (const [name, value] of headers) response.append(name, value);
  if (!posted.isData && !ctx.visitor.browserId) response.append("Set-Cookie", newBrowserCookie(ctx.settings));
  response.end(fillTemplate(template, values));
  return true;
}

const maxForms = 200;

/** Keeps the forms that were asked for last, unless they could not be rendered. */
function createFormStore() {
  const forms = new Map<string, Promise<RefusedForm>>();
  const set = (key: string, form: Promise<RefusedForm>) => {
    forms.delete(key);
    forms.set(key, form);
    const [oldest] = forms.keys();
    if (forms.size > maxForms && oldest !== undefined) forms.delete(oldest);
    return form;
  };
  const remove = (key: string, form: Promise<RefusedForm>) => {
    if (forms.get(key) === form) forms.delete(key);
  };
  return {
    get(key: string) {
      const form = forms.get(key);
      return form && set(key, form);
    },
    set(key: string, form: Promise<RefusedForm>) {
      form.catch(() => remove(key, form));
      return set(key, form);
    },
    remove,
  };
}
