import { outboxEmails } from "@db/schema";
import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { addressIn } from "../../core/email-address";
import { mailStatus, type MailStatus } from "../../platform/mail/mail-status";
import { readWebhookHealth } from "../../payments/webhook-tally";
import { callPatienceMs, fault, fine, type Finding, reasonOf, type Site, warning } from "./finding";

/** Checks Resend's key, the sender's domain, the webhook and whether the last test mail arrived. */
export async function checkMail(site: Site): Promise<Finding[]> {
  const { resend } = site.settings;
  if (!resend) return [fine("Mail", "goes to the demo’s mailbox at /dev/mailbox"), await checkTestMail(site)];
  const [domains, messages, testMail] = await Promise.all([
    checkDomains(site, resend),
    checkMessages(site),
    checkTestMail(site),
  ]);
  return [...domains, messages, testMail];
}

const keyName = "Resend key";
const refusal = z.object({ name: z.string(), message: z.string() });
const domainList = z.object({ data: z.array(z.object({ name: z.string(), status: z.string() })) });

type Resend = NonNullable<Site["settings"]["resend"]>;

async function checkDomains({ settings }: Site, { apiKey, baseUrl }: Resend): Promise<Finding[]> {
  let status: number;
  let body: unknown;
  try {
    const answer = await fetch(`${(baseUrl ?? "https://api.resend.com").replace(/\/+$/, "")}/domains`, {
      headers: { Authorization: `Bearer ${apiKey}`, Accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(callPatienceMs),
    });
    status = answer.status;
    body = await answer.json().catch(() => null);
  } catch (error) {
    const todo = "Check this machine’s connection; resend-status.com says whether Resend works.";
    return [fault(keyName, `Resend can’t be asked: ${reasonOf(error)}`, todo)];
  }
  const list = domainList.safeParse(body);
  if (status === 200 && list.success)
    return [fine(keyName, "accepted"), judgeDomain(settings.mailFrom, list.data.data)];
  return [judgeRefusal(status, refusal.safeParse(body).data)];
}

function judgeRefusal(status: number, answer: z.infer<typeof refusal> | undefined): Finding {
  if (answer?.name === "restricted_api_key") {
    return fine(keyName, "accepted; it may only send, so the test mail shows whether the domain is verified");
  }
  if (status >= 400 && status < 500 && status !== 429) {
    const todo = "Make a new key at https://resend.com/api-keys and set RESEND_API_KEY.";
    return fault(keyName, `Resend rejects it${answer ? `: ${answer.message}` : ""}`, todo);
  }
  return warning(keyName, `Resend answered with status ${status}`, "Try again in a minute.");
}

export function judgeDomain(mailFrom: string, domains: { name: string; status: string }[]): Finding {
  const name = "Sender’s domain";
  const wanted = addressIn(mailFrom).split("@")[1]?.toLowerCase() ?? "";
  const found = domains.find((domain) => domain.name.toLowerCase() === wanted);
  if (found?.status === "verified") return fine(name, `${wanted} is verified`);
  if (!found)
    return fault(name, `${wanted} is not at Resend`, "Add it at https://resend.com/domains, or change MAIL_FROM.");
  const todo = "Set the DNS records that https://resend.com/domains shows, and wait until they are verified.";
  return fault(name, `${wanted} is not verified (${found.status.replaceAll("_", " ")})`, todo);
}

async function checkMessages(site: Site): Promise<Finding> {
  const name = "Resend’s messages";
  if (!site.settings.resendWebhookSecret) {
    const todo = `Add a webhook ${site.settings.siteUrl}/webhooks/resend at https://resend.com/webhooks and set RESEND_WEBHOOK_SECRET.`;
    return warning(name, "not set up, so bounced mails go unnoticed", todo);
  }
  const health = await readWebhookHealth(site, "resend");
  if (health.isSecretSuspect) {
    const todo = "Compare RESEND_WEBHOOK_SECRET with the signing secret of the webhook at Resend.";
    return fault(name, "the last ones had a bad signature", todo);
  }
  return health.lastEvent
    ? fine(name, `the last one came ${health.lastEvent}`)
    : warning(name, "none has arrived yet", "Send a test mail: its delivery is reported.");
}

export const testMailTemplate = "admin-test";
const testName = "Test mail";
const again = "Send a test mail, under System in the back office.";
const command = "npm run doctor -- --test-mail";

async function checkTestMail({ db }: Site): Promise<Finding> {
  const [mail] = await db
    .select()
    .from(outboxEmails)
    .where(eq(outboxEmails.template, testMailTemplate))
    .orderBy(desc(outboxEmails.createdAt))
    .limit(1);
  if (!mail) return warning(testName, "none has been sent yet", again, command);
  const reason = mail.bounceReason ?? mail.lastError?.split("\n")[0];
  return judgeTestMail(mailStatus(mail), reason);
}

export function judgeTestMail(status: MailStatus, reason: string | undefined): Finding {
  if (status === "delivered") return fine(testName, "delivered");
  if (status === "waiting") return warning(testName, "waiting to be sent", "Look again in a minute.");
  if (status === "sent") {
    const todo = "Look into the inbox. With Resend’s webhook set up, the delivery is reported here.";
    return warning(testName, "sent; its delivery has not been reported", todo);
  }
  return fault(testName, `did not arrive${reason ? `: ${reason}` : ""}`, `Correct the cause. ${again}`, command);
}
