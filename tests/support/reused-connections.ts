import { databaseFrom, type Database } from "@db/client";
import { ConnectionPool } from "@db/connections";

/** Connections that tests use in turn, because the first query on a new connection is slow. */
export class ReusedConnections {
  readonly #url: string;
  #pool: ConnectionPool;

  constructor(url: string) {
    this.#url = url;
    this.#pool = this.#open();
  }

  /** Lends the connections to one test; `release` ends its open queries and refuses later ones. */
  acquire(): { db: Database; release: () => Promise<void> } {
    let isOver = false;
    const pool = this.#pool;
    // A test's spies on the pool end with the test.
    const lent = new Proxy(Object.create(pool) as ConnectionPool, {
      get(own, key) {
        if (isOver) throw new Error("the test that asks the database is over");
        const value: unknown = Reflect.get(Object.hasOwn(own, key) ? own : pool, key);
        return typeof value === "function" ? (value.bind(pool) as unknown) : value;
      },
    });
    const release = async () => {
      isOver = true;
      if (!isBusy(this.#pool)) return;
      await this.#pool.close();
      this.#pool = this.#open();
    };
    return { db: databaseFrom(lent), release };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  #open = () => new ConnectionPool(this.#url, { max: 10 });
}

/** Returns the same database, bypassing a test's query counter on `db`. */
export function withoutQueryCount({ $client }: Database): Database {
  const pool: object = { query: $client.query.bind($client), connect: $client.connect.bind($client) };
  return databaseFrom(pool as ConnectionPool);
}

const isBusy = (pool: ConnectionPool) => pool.waitingCount > 0 || pool.idleCount < pool.totalCount;
