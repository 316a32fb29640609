import { verifyPassword } from "./hash-password";

/** Of a password that nobody knows, made with the same parameters as all others. */
const nobodysHash = "$argon2id$v=19$m=19456,t=2,p=1$CwKdo2tdRQTIugiIlDg+XQ$dxy6EGbxZZtgl+mYINySCrCDWlL6tEp6LB2A39ThdEA";

/**
 * Whether the password is the account's. Where there is no account, or none with a password, it takes as long to say
 * no: the time tells nobody whose address is known here.
 */
export async function checkPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const isRight = await verifyPassword(passwordHash ?? nobodysHash, password);
  return isRight && passwordHash != null;
}
