import { expect, test } from "vitest";
import { newPassword } from "@server/accounts/schemas";

test.each(["aaaaaa", "000000", "      ", "пароль", "静かな呼吸です", "🌬️🌬️🌬️", "a\tb\nc\u0000", "'; drop table users"])(
  "takes %j as a new password, whatever its characters, and changes none of them",
  (typed) => {
    expect(newPassword("Too short").parse(typed)).toBe(typed);
  },
);
