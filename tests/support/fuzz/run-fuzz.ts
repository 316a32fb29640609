import { sql } from "drizzle-orm";
import type { Database } from "@db/client";
import { rateLimits } from "@db/schema";
import { Actor, type ActorName, actorNames } from "./actors";
import { Corpus } from "./corpus";
import { faultOf } from "./findings";
import { type Sent, watchHealth } from "./health-watch";
import { curlOf, type FuzzAnswer, type FuzzRequest } from "./http-client";
import { Random } from "./random";
import { formRequest, otherRequest, pageRequest, procedureRequest } from "./requests";
import { inputNames, type Procedure, readProcedures, readRoutes } from "./site-map";
import type { SiteRoute } from "./site-route";

export type FuzzOptions = { site: string; db: Database; seed: number; seconds: number };

/** How many targets there are, were asked, and did what was asked at least once. */
type Coverage = { all: number; asked: number; accepted: number };

export type FuzzReport = {
  requests: number;
  /** By actor, then by class of status: "2xx". */
  answers: Record<ActorName, Record<string, number>>;
  routes: Coverage;
  procedures: Coverage;
  slowestHealthMs: number;
  /** What is wrong, each with the request that shows it. */
  faults: string[];
};

const mostFaults = 20;

/** How many ask at the same time: few enough for the site to answer all. */
const lanes = 3;

/** Asks every route and every procedure as somebody, then whatever comes up as anybody until the time is over. */
export async function runFuzz({ site, db, seed, seconds }: FuzzOptions): Promise<FuzzReport> {
  const fuzz = new Fuzz(site, db, await readRoutes(), readProcedures());
  await fuzz.corpus.readRows(db);
  const health = watchHealth(site, fuzz.underWay);
  try {
    const end = Date.now() + seconds * 1000;
    await fuzz.prepare();
    await Promise.all(Array.from({ length: lanes }, (_, lane) => fuzz.walk(lane, new Random(seed * 31 + lane), end)));
  } finally {
    fuzz.close();
    await health.stop();
  }
  const faults = [...fuzz.faults, ...(await health.faults())];
  return { ...fuzz.report(), slowestHealthMs: health.slowestMs(), faults };
}

type Target = SiteRoute | Procedure;
type Turn = { actor: Actor; random: Random };

class Fuzz {
  readonly corpus: Corpus;
  readonly faults: string[] = [];
  readonly #actors: Actor[];
  readonly #seen = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #accepted = new Set<string>();
  readonly #underWay = new Set<Sent>();
  readonly #answers = Object.fromEntries(actorNames.map((name) => [name, {}])) as FuzzReport["answers"];
  #requests = 0;
  #turns = 0;

  constructor(
    private readonly site: string,
    private readonly db: Database,
    private readonly routes: SiteRoute[],
    private readonly procedures: Procedure[],
  ) {
    this.corpus = new Corpus(routes, inputNames(procedures));
    this.#actors = actorNames.map((name) => new Actor(name, site, db));
  }

  underWay = (): Sent[] => [...this.#underWay];

  /** One of several who ask at the same time: first for their share of all targets, which is done in any case. */
  async walk(lane: number, random: Random, end: number): Promise<void> {
    const isOver = () => Date.now() > end || this.faults.length >= mostFaults;
    const share = [...this.routes, ...this.procedures].filter((_, index) => index % lanes === lane);
    for (const target of random.shuffled(share)) {
      await this.#visit({ actor: this.#someActor(random), random }, target, random.pick([0, 0.3]));
      await this.#keepUp();
    }
    while (!isOver()) {
      await this.#visitAnything({ actor: this.#someActor(random), random });
      await this.#keepUp();
    }
  }

  prepare = () => Promise.all(this.#actors.map((actor) => actor.prepare()));
  close = () => this.#actors.forEach(({ client }) => client.close());

  /** The admin gets furthest, so is asked to most often. */
  #someActor = (random: Random): Actor => (random.chance(0.4) ? this.#actors.at(-1)! : random.pick(this.#actors));

  async #visit(turn: Turn, target: Target, part: number): Promise<void> {
    const making = { random: turn.random, corpus: this.corpus, part };
    if ("path" in target) return this.#send(turn, procedureRequest(target, making));
    await this.#send(turn, pageRequest(target, making, part > 0 && turn.random.chance(0.5)));
    if (target.hasAction) await this.#send(turn, formRequest(target, making));
  }

  async #visitAnything(turn: Turn): Promise<void> {
    const { random } = turn;
    const making = { random, corpus: this.corpus, part: random.pick([0, 0.1, 0.3, 0.7]) };
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

  /** One example of each fault. */
  #note(what: string, { request, headers }: Sent): null {
    const key = `${request.method} ${request.target} ${what.slice(0, 40)}`;
    if (!this.#seen.has(key)) {
      this.faults.push(`${request.target}: ${what}\n  ${curlOf(this.site, request, headers).slice(0, 6000)}`);
    }
    this.#seen.add(key);
    return null;
  }

  #learn({ request: { path, target } }: Sent, { headers, text }: FuzzAnswer): void {
    this.#accepted.add(target);
    this.corpus.noteHit(target, path);
    if (headers.location) this.corpus.noteAddress(headers.location);
    if (headers["content-type"]?.startsWith("text/html")) this.corpus.readPage(path, text);
  }

  /** What was found before may be gone by now, and who was signed in may not be any more. */
  async #keepUp(): Promise<void> {
    this.#turns += 1;
    if (this.#turns % 30 === 0) await this.prepare();
    if (this.#turns % 200 !== 0) return;
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
