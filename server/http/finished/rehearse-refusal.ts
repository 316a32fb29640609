import { randomBytes, randomUUID } from "node:crypto";
import { authenticateRequest } from "../../accounts/authenticate-request";
import { newBrowserCookie } from "../../bookings/hold-cap";
import { type DomainError, refusals } from "../../core/errors";
import { Freshness } from "../../core/freshness";
import type { Currency } from "../../core/money";
import { readRevisions, type Revisions } from "../../core/revisions";
import type { Services } from "../../core/services";
import { setCurrencyCookie } from "../../money/currency-choice";
import type { RenderPage } from "../pages";
import { ratesOf } from "./page-in-progress";
import { isUnchanged, type KeptPage } from "./page-store";
import { cutTemplate, type PageTemplate } from "./page-template";

/** A form that a guest has posted, and what else its answer depends on. */
export type PostedForm = {
  path: string;
  sessionId: string;
  /** Posted by JavaScript, which renders the answer itself. */
  isData: boolean;
  /** In the order in which they were posted. */
  names: string[];
  /** The values that the answer shows and that decide nothing else. */
  free: Record<string, string>;
  fixed: Record<string, string>;
  timeZone: string;
  currency: Currency;
};

export type RefusedForm = Omit<KeptPage, "page" | "state"> & {
  headers: [string, string][];
  /** Names of the new form keys in the template. */
  newKeys: string[];
  /** Null if the form can't be rendered for others. */
  template: PageTemplate | null;
};

const retryMs = 10_000;

/**
 * Renders a refused form with marks instead of what the visitor typed, and cuts it there. Nothing is booked. The
 * revisions are read before what the form shows.
 */
export async function rehearseRefusal(
  services: Services,
  render: RenderPage,
  posted: PostedForm,
  refusal: DomainError,
): Promise<RefusedForm> {
  const rates = ratesOf(services);
  const { content } = await readRevisions(services, []);
  const freshness = new Freshness();
  const given = { content, rates, sessions: freshness.sessions };
  try {
    const form = await renderForm(services, render, posted, { refusal, freshness });
    return { ...given, ...form, isFreshAt: (now: Date) => freshness.isFreshAt(now) };
  } catch (error) {
    services.log.error({ err: error }, "a refused booking form is rendered for each visitor");
    const retryAt = services.clock.now().getTime() + retryMs;
    return { ...given, headers: [], newKeys: [], template: null, isFreshAt: (now) => now.getTime() < retryAt };
  }
}

export const isCurrent = (
  services: Services,
  form: Pick<RefusedForm, "isFreshAt" | "rates" | "content" | "sessions">,
  now: Revisions,
) => form.isFreshAt(services.clock.now()) && form.rates === ratesOf(services) && isUnchanged(form, now);

type Given = { refusal: DomainError; freshness: Freshness };

async function renderForm(services: Services, render: RenderPage, posted: PostedForm, given: Given) {
  const { refusal, freshness } = given;
  const nonce = randomMark();
  const newKeys: Record<string, string> = {};
  const newFormKey = () => (newKeys[`new form key ${Object.keys(newKeys).length}`] = randomUUID());
  const typed = Object.fromEntries(Object.keys(posted.free).map((name) => [name, markOf(name)]));
  const answer = await render(requestFor(services, posted, typed), {
    ...anonymous,
    services: { ...services, settingsMemo: {} },
    auth: await authenticateRequest(services, { cookieHeader: null, userAgent: null, setCookie: () => undefined }),
    requestId: randomMark(),
    nonce,
    freshness,
    rehearsal: { refusal, newFormKey },
  });
  if (answer.status !== refusals[refusal.code].status || answer.headers.has("Set-Cookie")) {
    throw new Error(`the form was answered with ${answer.status}`);
  }
  if (Object.keys(newKeys).length === 0) throw new Error("the form has no key");
  if (!freshness.sessions.has(posted.sessionId)) throw new Error("the form shows places that are not limited");
  const marks = { ...typed, ...newKeys, ...(!posted.isData && { nonce }) };
  const template = cutTemplate(await answer.text(), marks, posted.isData ? "data" : "page");
  return { headers: [...answer.headers], newKeys: Object.keys(newKeys), template };
}

const anonymous = { holdSlot: () => () => undefined, address: "unknown", currency: null };

function requestFor({ settings }: Services, posted: PostedForm, typed: Record<string, string>): Request {
  const cookies = [
    `tz=${encodeURIComponent(posted.timeZone)}`,
    setCurrencyCookie(settings, posted.currency),
    newBrowserCookie(settings),
  ];
  return new Request(new URL(posted.path, settings.siteUrl), {
    method: "POST",
    headers: { Cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") },
    body: new URLSearchParams(posted.names.map((name) => [name, typed[name] ?? posted.fixed[name] ?? ""])),
  });
}

/** Accepted where the value of this field is. */
function markOf(name: string): string {
  if (name === "formKey") return randomUUID();
  return name === "email" ? `${randomMark()}@example.com` : randomMark();
}

const randomMark = (): string => `m${randomBytes(16).toString("hex")}`;
