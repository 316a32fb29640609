import { expect, test } from "vitest";
import { isUnavailable } from "@db/errors";

const failed = (message: string, facts: object = {}) => Object.assign(new Error(message), facts);
const wrapped = (cause: unknown) => new Error("Failed query: select 1", { cause });

test.each([
  ["no free connection in the pool", failed("timeout exceeded when trying to connect")],
  ["a lost connection", failed("Connection terminated unexpectedly")],
  ["a refused connection", failed("connect ECONNREFUSED 127.0.0.1:5432", { code: "ECONNREFUSED" })],
  ["several refused tries", new AggregateError([failed("", { code: "ECONNREFUSED" })], "")],
  ["too many clients", failed("sorry, too many clients already", { code: "53300", severity: "FATAL" })],
  ["a shutdown", failed("terminating connection", { code: "57P01" })],
  ["a start", failed("the database system is starting up", { code: "57P03" })],
  ["a database that accepts no connections", failed("not accepting connections", { code: "55000", severity: "FATAL" })],
  ["a lock that is held for too long", failed("canceling statement due to lock timeout", { code: "55P03" })],
  ["a deadlock", failed("deadlock detected", { code: "40P01" })],
  ["a full disk", failed("could not extend file", { code: "53100" })],
])("takes %s for a temporary fault", (_name, error) => {
  expect(isUnavailable(wrapped(error))).toBe(true);
});

test.each([
  ["a missing table", failed("no such table", { code: "42P01", severity: "ERROR" })],
  ["a row that is there already", failed("duplicate key", { code: "23505", severity: "ERROR" })],
  ["malformed text", failed("invalid byte sequence", { code: "22021", severity: "ERROR" })],
  ["a fault of the program", new TypeError("x is not a function")],
  ["no error at all", "timeout exceeded when trying to connect"],
])("does not take %s for a temporary fault", (_name, error) => {
  expect(isUnavailable(wrapped(error))).toBe(false);
});
