import type { Booking } from "@db/schema";
import { decrypt, encrypt, type EncryptionSettings, unreadableNote } from "../../../core/encryption";
import { DomainError } from "../../../core/errors";
import type { HealthStatement } from "../../order/health-statement";
import { healthUnconfirmed, type NewBooking } from "../schemas";

type NotedBooking = Pick<Booking, "id" | "healthNote" | "sealedHealthNote">;

type Confirmation = Pick<NewBooking, "healthVersion" | "healthNote"> & { bookingId: string };

/** Returns what a booking stores of the statement that was confirmed. Throws health_unconfirmed. */
export function confirmHealth(
  settings: EncryptionSettings,
  statement: HealthStatement | null,
  { bookingId, healthVersion, healthNote }: Confirmation,
): { healthVersion: number | null; sealedHealthNote: string | null } {
  if (!statement) return { healthVersion: null, sealedHealthNote: null };
  if (!statement.isConfirmed && healthVersion !== statement.version) {
    throw new DomainError("health_unconfirmed", healthUnconfirmed);
  }
  const sealedHealthNote = healthNote ? sealHealthNote(settings, bookingId, healthNote) : null;
  return { healthVersion: statement.version, sealedHealthNote };
}

/** Encrypts a note for one booking only. */
export const sealHealthNote = (settings: EncryptionSettings, bookingId: string, note: string): string =>
  encrypt(settings, note, subjectOf(bookingId));

/** Throws if the key is lost. */
export const unsealHealthNote = (settings: EncryptionSettings, bookingId: string, sealed: string): string =>
  decrypt(settings, sealed, subjectOf(bookingId));

/** Returns the note for the admin or its author. Never throws: a lost key must not block a page, export or deletion. */
export function readHealthNote(settings: EncryptionSettings, { id, healthNote, sealedHealthNote }: NotedBooking) {
  // Written by a process of the previous version, so it is the newer one.
  if (healthNote !== null) return healthNote;
  if (sealedHealthNote === null) return null;
  try {
    return unsealHealthNote(settings, id, sealedHealthNote);
  } catch {
    return unreadableNote;
  }
}

export const hasHealthNote = ({ healthNote, sealedHealthNote }: NotedBooking): boolean =>
  healthNote !== null || sealedHealthNote !== null;

const subjectOf = (bookingId: string): string => `health note of booking ${bookingId}`;
