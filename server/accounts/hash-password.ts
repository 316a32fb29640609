import { hash, verify, type Options } from "@node-rs/argon2";

/** OWASP's parameters for argon2id, which is the library's own choice of algorithm. Memory is in KiB. */
const parameters: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Answers a hash that carries its own salt and parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), parameters);
}

/** Whether the password is the one that was hashed. Throws when `passwordHash` is not a hash. */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, normal(password), parameters);
}

/** The same letters typed on two keyboards may be different bytes. */
const normal = (password: string) => password.normalize("NFKC");
