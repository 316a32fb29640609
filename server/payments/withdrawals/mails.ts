import type { Transaction } from "@db/client";
import type { withdrawalRequests } from "@db/schema";
import { printInstant } from "../../core/dates";
import { referenceOf } from "../../core/reference";
import type { Services } from "../../core/services";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";

export type WithdrawalRequest = typeof withdrawalRequests.$inferSelect;

type MailServices = Pick<Services, "settings">;

/** Mails the receipt to the address that was typed, and a notice to the instructor. */
export async function mailReceived(tx: Transaction, services: MailServices, request: WithdrawalRequest): Promise<void> {
  const { settings } = services;
  const facts = factsOf(services, request);
  await enqueueMail(tx, {
    template: "withdrawal-received",
    to: request.email,
    dedupeKey: `withdrawal-received:${request.id}`,
    replyTo: settings.adminEmail,
    props: { ...facts, name: request.name, email: request.email },
  });
  await enqueueMail(tx, {
    template: "admin-withdrawal",
    to: settings.adminEmail,
    dedupeKey: `admin-withdrawal:${request.id}`,
    replyTo: request.email,
    props: {
      ...facts,
      who: { name: request.name, email: request.email },
      requestUrl: `${settings.siteUrl}/admin/withdrawals/${request.id}`,
    },
  });
}

export async function mailDeclined(
  tx: Transaction,
  services: MailServices,
  request: WithdrawalRequest,
  reason: string,
): Promise<void> {
  await enqueueMail(tx, {
    template: "withdrawal-declined",
    to: request.email,
    dedupeKey: `withdrawal-declined:${request.id}`,
    replyTo: services.settings.adminEmail,
    props: { ...factsOf(services, request), firstName: request.name.split(" ")[0] ?? "", reason },
  });
}

const factsOf = ({ settings }: MailServices, request: WithdrawalRequest) => ({
  site: siteFacts(settings),
  contract: request.contract,
  receivedAt: printInstant(request.createdAt, settings.siteTimeZone),
  reference: referenceOf(request),
});
