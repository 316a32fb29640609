import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { escapeIdentifier } from "pg";
import { connect } from "@db/connections";
import { migrate } from "@db/migrate";
import { prepareQueue } from "@server/process/worker";
import { createLog } from "@server/core/log";
import { buildCalendarReader } from "../../scripts/lib/build.mjs";
import { buildWhenNeeded } from "./build-when-needed";
import { startThrowawayPostgres } from "./throwaway-postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** The program that reads calendars in a thread. */
    calendarReader: string;
    postgresUrl: string;
    /** The database that test databases are copied from. */
    templateName: string;
  }
}

/** A fresh build where a test file needs one, and one PostgreSQL for the whole run, with a template database that has every table and the job queue's. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  buildWhenNeeded(project.vitest.state.getPaths());
  project.onTestsRerun((files) => buildWhenNeeded(files.map(({ moduleId }) => moduleId)));
  const folder = await mkdtemp(path.join(tmpdir(), "breathroom-reader-"));
  const calendarReader = path.join(folder, "calendar-reader.cjs");
  await buildCalendarReader(calendarReader);
  project.provide("calendarReader", calendarReader);
  const server = await startThrowawayPostgres();
  try {
    const templateName = "breathroom_template";
    const postgresUrl = databaseAt(server.url, "postgres");
    const admin = await connect(postgresUrl);
    await admin.query(`create database ${escapeIdentifier(templateName)}`);
    const templateUrl = databaseAt(server.url, templateName);
    await migrate(templateUrl);
    await prepareQueue(templateUrl, createLog("warn"));
    await admin.end();
    project.provide("postgresUrl", postgresUrl);
    project.provide("templateName", templateName);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

function databaseAt(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
