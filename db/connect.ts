import { Client } from "pg";

type Options = { timeoutMs?: number; queryTimeoutMs?: number; name?: string };

/**
 * Opens a connection of its own beside the pool: for a lock that lasts as long as the connection, or for a short
 * visit. When it breaks, its next query rejects and "end" is emitted. `timeoutMs` is for connecting; a query may take
 * any time unless `queryTimeoutMs` is given.
 */
export async function connect(
  url: string,
  { timeoutMs = 10_000, queryTimeoutMs, name }: Options = {},
): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    ...(queryTimeoutMs && { query_timeout: queryTimeoutMs }),
    ...(name && { application_name: name }),
  });
  // Without a listener it would end the process; "end" follows it.
  client.on("error", () => undefined);
  try {
    return await client.connect();
  } catch (error) {
    void client.end();
    throw error;
  }
}
