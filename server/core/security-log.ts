import { createHmac } from "node:crypto";
import type { DomainError } from "./errors";
import { currentLogScope } from "./log";
import type { Services } from "./services";

export const securityEvents = {
  signed_in: "info",
  sign_in_failed: "warn",
  second_factor_failed: "warn",
  recovery_code_used: "warn",
  locked_out: "warn",
  rate_limited: "warn",
  link_requested: "info",
  link_issued: "info",
  password_changed: "info",
  email_change_requested: "info",
  email_changed: "info",
  second_factor_turned_on: "info",
  second_factor_turned_off: "info",
  recovery_codes_renewed: "info",
  devices_signed_out: "info",
  access_refused: "warn",
  impersonation_begun: "info",
  impersonation_ended: "info",
  settings_changed: "info",
  role_changed: "info",
} as const satisfies Record<string, "info" | "warn">;
export type SecurityEvent = keyof typeof securityEvents;

type SecurityDetails = {
  userId?: string | null | undefined;
  actorId?: string | undefined;
  /** A constant such as a rule or procedure name; never an email address or typed text. */
  reason?: string | undefined;
};

/** Logs a security event; call it after the commit. docs/operating.md and the inventory test list all events. */
export function logSecurityEvent(
  { log, settings }: Pick<Services, "log" | "settings">,
  event: SecurityEvent,
  { userId = null, ...details }: SecurityDetails = {},
): void {
  const { network } = currentLogScope();
  const hashed = network === undefined ? {} : { network: hashNetwork(settings.cookieSecrets[0], network) };
  log[securityEvents[event]]({ event, userId, ...details, ...hashed }, "security event");
}

/** Logs a 401 or 403. Rate-limited for requests without an account, since anyone can cause them. */
export function logRefusedAccess(
  services: Pick<Services, "log" | "settings" | "clock">,
  { code }: Pick<DomainError, "code">,
  details: SecurityDetails,
): void {
  if (code !== "unauthenticated" && code !== "forbidden") return;
  if (details.userId || mayLogAnonymous(services)) logSecurityEvent(services, "access_refused", details);
}

const maxLines = { network: 30, all: 600 };
const period = 60_000;

type WrittenEvents = { since: number; all: number; networks: Map<string, number> };
/** Without it, a flood of refused requests would wait for the log's disk. */
const written = new WeakMap<Services["log"], WrittenEvents>();

function mayLogAnonymous({ log, clock }: Pick<Services, "log" | "clock">): boolean {
  const now = clock.now().getTime();
  let lines = written.get(log);
  if (!lines || now - lines.since >= period) lines = { since: now, all: 0, networks: new Map() };
  written.set(log, lines);
  const { network = "" } = currentLogScope();
  const ofNetwork = lines.networks.get(network) ?? 0;
  if (lines.all >= maxLines.all || ofNetwork >= maxLines.network) return false;
  lines.all += 1;
  lines.networks.set(network, ofNetwork + 1);
  return true;
}

/** Keyed, because all IPv4 addresses can be hashed within seconds. */
const hashNetwork = (secret = "", network: string): string =>
  createHmac("sha256", secret).update(`network of a security event: ${network}`).digest("base64url").slice(0, 16);
