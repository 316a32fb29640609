import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readHealthNote, sealHealthNote } from "@server/selling/bookings/health/health-notes";
import { decrypt, encrypt, newKeyList, parseKeys, printKeys, unreadableNote } from "@server/core/encryption";
import { readSettings } from "@server/core/env";
import { keepSecrets } from "@server/core/secrets";

const listOf = (...ids: string[]) => ids.map((id) => `${id}:${Buffer.alloc(32, id).toString("base64")}`).join(",");
const withKeys = (...ids: string[]) => readSettings({ ENCRYPTION_KEYS: listOf(...ids) });

test("the first key encrypts, its id stands in front, and any key of the list decrypts", () => {
  const old = encrypt(withKeys("k1"), "asthma", "a booking");
  expect(old).toMatch(/^k1:[A-Za-z0-9+/]+=*$/);
  expect(encrypt(withKeys("k2", "k1"), "asthma", "a booking")).toMatch(/^k2:/);
  expect(decrypt(withKeys("k2", "k1"), old, "a booking")).toBe("asthma");
});

test("decrypts neither without the key nor for another subject, nor what was changed", () => {
  const sealed = encrypt(withKeys("k1"), "asthma", "a booking");
  expect(() => decrypt(withKeys("k2"), sealed, "a booking")).toThrow("k1 is not in ENCRYPTION_KEYS");
  expect(() => decrypt(withKeys("k1"), sealed, "another booking")).toThrow();
  expect(() =>
    decrypt(
      withKeys("k1"),
      sealed.replace(/.(?=.{6}$)/, (byte) => (byte === "A" ? "B" : "A")),
      "a booking",
    ),
  ).toThrow();
  const other = readSettings({ ENCRYPTION_KEYS: listOf("k2").replace("k2:", "k1:") });
  expect(() => decrypt(other, sealed, "a booking")).toThrow();
});

test("a note belongs to its booking, and one that can't be read says so", () => {
  const settings = withKeys("k1");
  const sealedHealthNote = sealHealthNote(settings, "one", "asthma");
  expect(readHealthNote(settings, { id: "one", healthNote: null, sealedHealthNote })).toBe("asthma");
  expect(readHealthNote(settings, { id: "other", healthNote: null, sealedHealthNote })).toBe(unreadableNote);
  expect(readHealthNote(withKeys("k2"), { id: "one", healthNote: null, sealedHealthNote })).toBe(unreadableNote);
  expect(readHealthNote(settings, { id: "one", healthNote: "newer", sealedHealthNote })).toBe("newer");
});

test.each([
  ["no id", "AAAA"],
  ["a short key", "k1:AAAA"],
  ["an empty item", `${listOf("k1")},`],
  ["an id twice", listOf("k1", "k1")],
])("refuses %s", (_, list) => {
  expect(() => readSettings({ ENCRYPTION_KEYS: list })).toThrow(/^Setting ENCRYPTION_KEYS: /);
});

test("makes a key once and keeps it in a file of the owner's", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "keys-"));
  try {
    const made = await Promise.all(
      [1, 2].map(async () => {
        const settings = { ...readSettings({}), dataDir };
        await keepSecrets(settings);
        return printKeys(settings.encryptionKeys);
      }),
    );
    const file = path.join(dataDir, "encryption-keys");
    expect(new Set([...made, await readFile(file, "utf8")]).size).toBe(1);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(parseKeys(newKeyList())).not.toEqual(parseKeys(made[0] ?? ""));
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
