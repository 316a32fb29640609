import { decrypt, encrypt, type EncryptionSettings } from "../../core/encryption";

/** What a sealed text belongs to: it is readable in mails only. */
const subject = "mail";

/** Seals a secret for a mail's props: the outbox, and so each backup, keeps it unreadable; it is opened as it is sent. */
export const sealForMail = (settings: EncryptionSettings, text: string): string =>
  `sealed(${encrypt(settings, text, subject)})`;

const sealed = /sealed\(([\w.:+/=-]{20,500})\)/g;

/** Opens what is sealed in a mail. What only looks like it stays as it is. */
export const openSealed = (settings: EncryptionSettings, text: string): string =>
  text.replace(sealed, (whole, encrypted: string) => {
    try {
      return decrypt(settings, encrypted, subject);
    } catch {
      return whole;
    }
  });
