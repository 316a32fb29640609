import { createHash, randomBytes } from "node:crypto";

/** 256 random bits that fit into a link. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What the database keeps of a token or code: enough to know it again. They are too random to need a salt. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");
