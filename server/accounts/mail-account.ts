import { randomUUID } from "node:crypto";
import type { Transaction } from "@db/client";
import type { Account } from "@db/schema";
import type { Settings } from "../core/env";
import { enqueueMail } from "../platform/mail/outbox";
import { siteFacts } from "../platform/mail/templates";
import { changeEmailLink, resetLink, signInLink, verifyLink } from "../core/paths";
import { longMoment, shortMoment } from "../core/dates";
import { lifetimeInWords } from "./account-tokens";
import { hashToken } from "../core/secrets";
import { describeBrowser } from "./known-devices";

type TokenMail = { account: Account; token: string };
type Sender = { settings: Settings };

export async function mailVerification(tx: Transaction, { settings }: Sender, { account, token }: TokenMail) {
  await enqueueMail(tx, {
    template: "verify-email",
    ...envelope(settings, account, `verify-email:${hashToken(token)}`),
    props: {
      ...salutation(settings, account),
      verifyUrl: verifyLink(settings, token),
      validFor: lifetimeInWords("verify_email"),
    },
  });
}

export async function mailReset(tx: Transaction, { settings }: Sender, { account, token }: TokenMail) {
  await enqueueMail(tx, {
    template: "reset-password",
    ...envelope(settings, account, `reset-password:${hashToken(token)}`),
    props: {
      ...salutation(settings, account),
      resetUrl: resetLink(settings, token),
      validFor: lifetimeInWords("reset_password"),
    },
  });
}

export async function mailSignInLink(tx: Transaction, { settings }: Sender, { account, token }: TokenMail) {
  await enqueueMail(tx, {
    template: "sign-in-link",
    ...envelope(settings, account, `sign-in-link:${hashToken(token)}`),
    props: {
      ...salutation(settings, account),
      signInUrl: signInLink(settings, token),
      validFor: lifetimeInWords("sign_in"),
    },
  });
}

export async function mailAccountExists(tx: Transaction, { settings }: Sender, { account, token }: TokenMail) {
  await enqueueMail(tx, {
    template: "account-exists",
    ...envelope(settings, account, `account-exists:${hashToken(token)}`),
    props: {
      ...salutation(settings, account),
      resetUrl: resetLink(settings, token),
      signInUrl: `${settings.siteUrl}/sign-in`,
      validFor: lifetimeInWords("reset_password"),
    },
  });
}

export async function mailPasswordChanged(
  tx: Transaction,
  { settings }: Sender,
  { account, now, timeZone, device }: { account: Account; now: Date; timeZone: string; device: string },
) {
  await enqueueMail(tx, {
    template: "password-changed",
    ...envelope(settings, account, `password-changed:${randomUUID()}`),
    props: {
      ...salutation(settings, account),
      changedAt: longMoment(now, timeZone),
      device,
      resetUrl: resetPage(settings),
    },
  });
}

export type SecondFactorChange = "on" | "renewed" | "off" | "removed";
type AccountEvent = { account: Account; now: Date; timeZone: string };

export async function mailSecondFactorChanged(
  tx: Transaction,
  { settings }: Sender,
  {
    account,
    change,
    now,
    timeZone,
    userAgent,
  }: AccountEvent & { change: SecondFactorChange; userAgent: string | null },
) {
  await enqueueMail(tx, {
    template: "second-factor-changed",
    ...envelope(settings, account, `second-factor-changed:${randomUUID()}`),
    props: {
      ...salutation(settings, account),
      change,
      changedAt: longMoment(now, timeZone),
      device: change === "removed" ? "Turned off for you by the site" : describeBrowser(userAgent),
      resetUrl: resetPage(settings),
    },
  });
}

type EndedSession = { userAgent: string | null; createdAt: Date };

export async function mailDevicesEnded(
  tx: Transaction,
  { settings }: Sender,
  { account, ended, endedFrom, now, timeZone }: AccountEvent & { ended: EndedSession[]; endedFrom: string | null },
) {
  await enqueueMail(tx, {
    template: "devices-ended",
    ...envelope(settings, account, `devices-ended:${randomUUID()}`),
    props: {
      ...salutation(settings, account),
      devices: ended.map(
        ({ userAgent, createdAt }) => `${describeBrowser(userAgent)}, signed in on ${shortMoment(createdAt, timeZone)}`,
      ),
      endedAt: longMoment(now, timeZone),
      endedFrom: describeBrowser(endedFrom),
      resetUrl: resetPage(settings),
    },
  });
}

export async function mailEmailChange(
  tx: Transaction,
  { settings }: Sender,
  { account, token, email }: TokenMail & { email: string },
) {
  await enqueueMail(tx, {
    template: "change-email",
    ...envelope(settings, { ...account, email }, `change-email:${hashToken(token)}`),
    props: {
      ...salutation(settings, account),
      confirmUrl: changeEmailLink(settings, token),
      validFor: lifetimeInWords("change_email"),
    },
  });
}

/** Mails the old address that another one was asked for, without naming it. */
export async function mailEmailChangeNotice(tx: Transaction, { settings }: Sender, { account, token }: TokenMail) {
  await enqueueMail(tx, {
    template: "email-change-notice",
    ...envelope(settings, account, `email-change-notice:${hashToken(token)}`),
    props: salutation(settings, account),
  });
}

const resetPage = ({ siteUrl }: Settings) => `${siteUrl}/sign-in?tab=reset-password`;

/** The key names the account, so that a deletion finds mails to former and intended addresses. */
const envelope = ({ adminEmail }: Settings, { id, email }: Pick<Account, "id" | "email">, occasion: string) => ({
  to: email,
  replyTo: adminEmail,
  dedupeKey: `${occasion}:${id}`,
});

const salutation = (settings: Settings, { fullName }: Account) => ({
  site: siteFacts(settings),
  firstName: fullName.split(" ")[0] ?? "",
});
