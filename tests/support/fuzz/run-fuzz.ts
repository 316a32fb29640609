import { sql } from "drizzle-orm";
import type { Database } from "@db/client";
import { rateLimits } from "@db/schema";
import { Actor, type ActorName, actorNames } from "./actors";
import { Corpus } from "./corpus";
import { faultOf } from "./findings";
import { type SentRequest, watchHealth } from "./health-watch";
import { curlOf, type FuzzAnswer, type FuzzRequest } from "./http-client";
import { Random } from "./random";
import { formRequest, otherRequest, pageRequest, procedureRequest } from "./requests";
import { inputNames, type Procedure, readProcedures, readRoutes } from "./site-map";
import type { SiteRoute } from "./site-route";

type FuzzOptions = { site: string; db: Database; seed: number; seconds: number };

/** Numbers of targets in all, requested, and successful at least once. */
type Coverage = { all: number; asked: number; accepted: number };

type FuzzReport = {
  requests: number;
  /** By actor, then by status class: "2xx". */
  answers: Record<ActorName, Record<string, number>>;
  routes: Coverage;
  procedures: Coverage;
  slowestHealthMs: number;
  /** Each with the request that shows it. */
  faults: string[];
};

const mostFaults = 20;

/** Concurrent requests, few enough that the site sheds none. */
const lanes = 3;

const turnsOfRound = 10;

/** Requests every route and procedure once, then random ones until the time is over. */
export async function runFuzz({ site, db, seed, seconds }: FuzzOptions): Promise<FuzzReport> {
  const fuzz = new Fuzz(site, db, readRoutes(), readProcedures());
  await fuzz.corpus.readRows(db);
  const health = watchHealth(site, fuzz.underWay);
  try {
    await fuzz.walk(seed, Date.now() + seconds * 1000);
  } finally {
    fuzz.close();
    await health.stop();
  }
  const faults = [...fuzz.faults, ...(await health.faults())];
  return { ...fuzz.report(), slowestHealthMs: health.slowestMs(), faults };
}

type Target = SiteRoute | Procedure;
type Turn = { actor: Actor; random: Random };
type Lane = { random: Random; share: Target[] };

class Fuzz {
  readonly corpus: Corpus;
  readonly faults: string[] = [];
  readonly #actors: Actor[];
  readonly #seen = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #accepted = new Set<string>();
  readonly #underWay = new Set<SentRequest>();
  readonly #answers = Object.fromEntries(actorNames.map((name) => [name, {}])) as FuzzReport["answers"];
  #requests = 0;

  constructor(
    private readonly site: string,
    private readonly db: Database,
    private readonly routes: SiteRoute[],
    private readonly procedures: Procedure[],
  ) {
    this.corpus = new Corpus(routes, inputNames(procedures));
    this.#actors = actorNames.map((name) => new Actor(name, site, db));
  }

  underWay = (): SentRequest[] => [...this.#underWay];

  /** Runs lanes in rounds, first over all targets. Between rounds no request runs, so that accounts can be restored. */
  async walk(seed: number, end: number): Promise<void> {
    const targets = [...this.routes, ...this.procedures];
    const all = Array.from({ length: lanes }, (_, lane): Lane => {
      const random = new Random(seed * 31 + lane);
      return { random, share: random.shuffled(targets.filter((_, index) => index % lanes === lane)) };
    });
    const isOver = () => Date.now() > end || this.faults.length >= mostFaults;
    for (let round = 1; !isOver() || all.some(({ share }) => share.length > 0); round += 1) {
      await this.#restoreState(round);
      await Promise.all(all.map((lane) => this.#takeTurns(lane)));
    }
  }

  async #takeTurns({ random, share }: Lane): Promise<void> {
    for (let turn = 0; turn < turnsOfRound; turn += 1) {
      const actor = this.#someActor(random);
      const target = share.pop();
      if (target) await this.#visit({ actor, random }, target, random.pick([0, 0.3]));
      else await this.#visitAnything({ actor, random });
    }
  }

  close = () => this.#actors.forEach(({ client }) => client.close());

  /** Prefers the admin, who reaches most code. */
  #someActor = (random: Random): Actor => (random.chance(0.4) ? this.#actors.at(-1)! : random.pick(this.#actors));

  async #visit(turn: Turn, target: Target, hostileShare: number): Promise<void> {
    const making = { random: turn.random, corpus: this.corpus, hostileShare };
    if ("path" in target) return this.#send(turn, procedureRequest(target, making));
    await this.#send(turn, pageRequest(target, making, hostileShare > 0 && turn.random.chance(0.5)));
    if (target.hasAction) await this.#send(turn, formRequest(target, making));
  }

  async #visitAnything(turn: Turn): Promise<void> {
    const { random } = turn;
    const making = { random, corpus: this.corpus, hostileShare: random.pick([0, 0.1, 0.3, 0.7]) };
    const kinds = [
      () => procedureRequest(random.pick(this.procedures), making),
      () => formRequest(random.pick(this.routes.filter(({ hasAction }) => hasAction)), making, random.chance(0.2)),
      () => pageRequest(random.pick(this.routes), making, random.chance(0.4)),
    ];
    const make = random.chance(0.08) ? () => otherRequest(making) : random.pick(kinds);
    return this.#send(turn, make());
  }

  async #send({ actor }: Turn, request: FuzzRequest): Promise<void> {
    const sent = { request, headers: actor.client.headersOf(request) };
    this.#underWay.add(sent);
    const answer = await actor.client.send(request).catch((error: Error) => this.#note(error.message, sent));
    this.#underWay.delete(sent);
    this.#requests += 1;
    this.#asked.add(request.target);
    const kind = answer ? `${Math.floor(answer.status / 100)}xx` : "no answer";
    const counts = this.#answers[actor.name];
    counts[kind] = (counts[kind] ?? 0) + 1;
    const fault = faultOf(answer);
    if (fault) this.#note(`${fault} (${actor.name})`, sent);
    if (answer && answer.status < 400) this.#learn(sent, answer);
  }

  /** Keeps one example of each fault. */
  #note(what: string, { request, headers }: SentRequest): null {
    const key = `${request.method} ${request.target} ${what.slice(0, 40)}`;
    if (!this.#seen.has(key)) {
      this.faults.push(`${request.target}: ${what}\n  ${curlOf(this.site, request, headers).slice(0, 6000)}`);
    }
    this.#seen.add(key);
    return null;
  }

  #learn({ request: { path, target } }: SentRequest, { headers, text }: FuzzAnswer): void {
    this.#accepted.add(target);
    this.corpus.noteHit(target, path);
    if (headers.location) this.corpus.noteAddress(headers.location);
    if (headers["content-type"]?.startsWith("text/html")) this.corpus.readPage(path, text);
  }

  /** Signs actors in again and, every few rounds, restores sessions and limits. */
  async #restoreState(round: number): Promise<void> {
    await Promise.all(this.#actors.map((actor) => actor.prepare()));
    if (round % 7 !== 0) return;
    await this.db.delete(rateLimits);
    await this.db.execute(sql`update live_sessions set start_time = now() + interval '3 days', is_published = true,
      cancelled_at = null where id in (select id from live_sessions order by random() limit 5)`);
    await this.corpus.readRows(this.db);
  }

  report() {
    const coverageOf = (targets: string[]): Coverage => ({
      all: targets.length,
      asked: targets.filter((target) => this.#asked.has(target)).length,
      accepted: targets.filter((target) => this.#accepted.has(target)).length,
    });
    return {
      requests: this.#requests,
      answers: this.#answers,
      routes: coverageOf([...new Set(this.routes.map(({ pattern }) => pattern))]),
      procedures: coverageOf(this.procedures.map(({ path }) => path)),
    };
  }
}
