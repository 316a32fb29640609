import { escapeIdentifier } from "pg";
import { connect } from "@db/connections";

type Outage = {
  /** Cuts every connection to the database and accepts new ones. */
  cut: () => Promise<void>;
  /** Cuts every connection and refuses new ones. */
  begin: () => Promise<void>;
  end: () => Promise<void>;
  close: () => Promise<void>;
};

/** Prepares outages of a database, controlled through another database of the same PostgreSQL. */
export async function prepareOutage(postgresUrl: string, databaseUrl: string): Promise<Outage> {
  const admin = await connect(postgresUrl);
  const name = new URL(databaseUrl).pathname.slice(1);
  const allowConnections = (isAllowed: boolean) =>
    admin.query(`alter database ${escapeIdentifier(name)} with allow_connections ${isAllowed}`);
  const cut = async () => {
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  };
  const end = async () => void (await allowConnections(true));
  return {
    cut,
    begin: async () => {
      await allowConnections(false);
      await cut();
    },
    end,
    close: async () => {
      await end();
      await admin.end();
    },
  };
}
