import { sessionBookings } from "@db/schema";
import { asc, isNotNull, sql } from "drizzle-orm";
import { unsealHealthNote } from "../../selling/bookings/health/health-notes";
import { decrypt, encrypt } from "../../core/encryption";
import { fault, fine, type Finding, type Site } from "./finding";

const name = "Encryption";
const sample = "a sample";

/** Encrypts and decrypts a sample, and decrypts the oldest health note of each key that is in use. */
export async function checkEncryption({ settings, db }: Site): Promise<Finding[]> {
  if (decrypt(settings, encrypt(settings, sample, name), name) !== sample) {
    return [fault(name, "what is decrypted differs from what was encrypted", "Restart the site.")];
  }
  const { id, sealedHealthNote: sealed, createdAt } = sessionBookings;
  const key = sql<string>`split_part(${sealed}, ':', 1)`;
  const oldest = await db
    .selectDistinctOn([key], { id, key, sealed })
    .from(sessionBookings)
    .where(isNotNull(sealed))
    .orderBy(key, asc(createdAt));
  const lost = oldest.filter((note) => !isReadable(settings, note)).map((note) => note.key);
  if (lost.length === 0) return [fine(name, "encrypts and decrypts; the oldest health note of each key can be read")];
  return [
    fault(
      name,
      `health notes can’t be read: ENCRYPTION_KEYS lacks the key ${lost.join(", ")} or has another under its name`,
      "Put the lost key back into the list, behind the first one. Without it those notes stay unreadable; nothing else is affected.",
    ),
  ];
}

function isReadable(settings: Site["settings"], { id, sealed }: { id: string; sealed: string | null }): boolean {
  try {
    return unsealHealthNote(settings, id, sealed ?? "") !== "";
  } catch {
    return false;
  }
}
