import { expect, test } from "vitest";
import { judgeProxy } from "@server/office/doctor/check-address";
import {
  judgeClocks,
  judgeDisk,
  judgeLatency,
  judgeMigrations,
  judgeVersion,
} from "@server/office/doctor/check-database";
import { judgeQueue } from "@server/office/doctor/check-jobs";
import { judgeDomain, judgeTestMail } from "@server/office/doctor/check-mail";
import type { Finding } from "@server/office/doctor/finding";

const mb = 1024 * 1024;
const live = { isLive: true, trustProxy: "loopback" };
const domains = [{ name: "Breathe.example", status: "verified" }];

const table: [string, Finding, Finding["state"], string][] = [
  ["an old PostgreSQL", judgeVersion(140_011), "fault", "PostgreSQL 14.11 is too old"],
  ["the oldest PostgreSQL", judgeVersion(150_000), "fine", "PostgreSQL 15.0"],
  ["a near database", judgeLatency(0.42), "fine", "answers in 0.4 ms"],
  ["a far database", judgeLatency(80), "warning", "answers in 80.0 ms"],
  ["a very far database", judgeLatency(300), "fault", "answers in 300.0 ms"],
  ["a second of difference", judgeClocks(-1000), "fine", "this machine’s and the database’s agree"],
  ["ten seconds", judgeClocks(10_000), "warning", "this machine’s and the database’s differ by 10 s"],
  ["an hour", judgeClocks(-3_600_000), "fault", "this machine’s and the database’s differ by 3600 s"],
  ["a newer database", judgeMigrations(-1), "fault", "the database was changed by a newer version"],
  ["missing migrations", judgeMigrations(2), "fault", "2 not applied"],
  ["a large disk", judgeDisk(5000 * mb), "fine", "4.9 GB free"],
  ["a filling disk", judgeDisk(1000 * mb), "warning", "1000 MB free"],
  ["a full disk", judgeDisk(100 * mb), "fault", "100 MB free"],
  ["a late job", judgeQueue({ workers: 1, late: 1, failed: 3 }), "fault", "1 has been due for ten minutes"],
  ["failed jobs", judgeQueue({ workers: 1, late: 0, failed: 3 }), "warning", "3 have failed for good"],
  ["a verified domain", judgeDomain("Ada <ada@BREATHE.example>", domains), "fine", "breathe.example is verified"],
  ["another domain", judgeDomain("ada@other.example", domains), "fault", "other.example is not at Resend"],
  ["an unreported test mail", judgeTestMail("sent", undefined), "warning", "sent; its delivery has not been reported"],
  ["a refused test mail", judgeTestMail("undeliverable", "No"), "fault", "did not arrive: No"],
  [
    "an unnamed proxy",
    judgeProxy(live, { protocol: "http", forwarded: "ignored" }),
    "fault",
    "sends X-Forwarded-For, but TRUST_PROXY does not name it",
  ],
  [
    "a silent proxy",
    judgeProxy(live, { protocol: "http", forwarded: "none" }),
    "warning",
    "does not name the visitor’s address",
  ],
  [
    "a proxy that hides https",
    judgeProxy(live, { protocol: "http", forwarded: "trusted" }),
    "warning",
    "does not say that visitors come by https",
  ],
];

test.each(table)("judges %s", (_name, finding, state, what) => {
  expect(finding).toMatchObject({ state, what });
  expect(finding.todo === "").toBe(state === "fine");
});
