import { eq, sql } from "drizzle-orm";
import type { Database } from "@db/client";
import { rateLimits, secondFactors, users } from "@db/schema";
import { cheapHash } from "../accounts";
import { HttpClient } from "./http-client";

export const actorNames = ["visitor", "member", "other member", "admin"] as const;
export type ActorName = (typeof actorNames)[number];

const password = "slow-exhale-7";

const accounts: Record<Exclude<ActorName, "visitor">, { id: string; role: "member" | "admin" }> = {
  member: { id: "f0f0f0f0-0000-4000-8000-000000000001", role: "member" },
  "other member": { id: "f0f0f0f0-0000-4000-8000-000000000002", role: "member" },
  admin: { id: "f0f0f0f0-0000-4000-8000-000000000003", role: "admin" },
};

export class Actor {
  readonly client: HttpClient;

  constructor(
    readonly name: ActorName,
    site: string,
    private readonly db: Database,
  ) {
    this.client = new HttpClient(site);
  }

  /** Restores the account and signs in again if needed. No other request may run meanwhile. */
  async prepare(): Promise<void> {
    if (this.name === "visitor" || (await this.#isSignedIn(this.name))) return;
    const { id, role } = accounts[this.name];
    await this.#restore(id, role);
    this.client.cookies.clear();
    const body = new URLSearchParams({ email: emailOf(id), password }).toString();
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const request = { method: "POST", path: "/sign-in", headers, body: Buffer.from(body), target: "/sign-in" };
    const answer = await this.client.send(request);
    if (!(await this.#isSignedIn(this.name))) throw new Error(`${this.name} can't sign in: ${answer?.status}`);
  }

  async #isSignedIn(name: Exclude<ActorName, "visitor">): Promise<boolean> {
    const request = { method: "GET", path: "/api/trpc/accounts.me", headers: {}, body: null, target: "accounts.me" };
    const answer = await this.client.send(request);
    if (answer?.status !== 200) return false;
    return answer.text.includes(emailOf(accounts[name].id));
  }

  async #restore(id: string, role: "member" | "admin"): Promise<void> {
    const values = {
      email: emailOf(id),
      fullName: "Maeve Donnelly",
      passwordHash: await cheapHash(password),
      role,
      emailConfirmedAt: new Date(),
      archivedAt: null,
    };
    await this.db.delete(users).where(sql`lower(${users.email}) = ${emailOf(id)} and ${users.id} <> ${id}`);
    await this.db
      .insert(users)
      .values({ id, ...values })
      .onConflictDoUpdate({ target: users.id, set: values });
    await this.db.delete(secondFactors).where(eq(secondFactors.userId, id));
    await this.db.delete(rateLimits);
  }
}

const emailOf = (id: string) => `fuzz-${id.slice(-1)}@example.com`;
