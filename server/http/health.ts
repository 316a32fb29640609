import { sql } from "drizzle-orm";
import type { RequestHandler } from "express";
import type { Services } from "../services";

const patienceMs = 2000;

/** Says whether the database answers: 200 with `{"status":"ok"}`, else 503. */
export function health({ db }: Services): RequestHandler {
  return async (_request, response) => {
    response.set("Cache-Control", "no-store");
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error("the database does not answer")), patienceMs);
    });
    try {
      await Promise.race([db.execute(sql`select 1`), tooLate]);
      response.json({ status: "ok" });
    } catch {
      response.status(503).json({ status: "unavailable" });
    } finally {
      clearTimeout(timer);
    }
  };
}
