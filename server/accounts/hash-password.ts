import { hash, verify, type Options } from "@node-rs/argon2";

/** OWASP's parameters for argon2id, the library's default algorithm. Memory in KiB. */
const parameters: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), parameters);
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, normal(password), parameters);
}

/** The same letters typed on two keyboards may be different bytes. */
const normal = (password: string) => password.normalize("NFKC");
