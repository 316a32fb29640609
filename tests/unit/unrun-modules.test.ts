import { createRequire } from "node:module";
import { expect, onTestFinished, test } from "vitest";
import { forgetUnrunModules } from "@server/unrun-modules";

const { cache } = createRequire(import.meta.url);

function keep(name: string, loaded: boolean): string {
  const file = `/somewhere/${name}`;
  cache[file] = { loaded } as NodeJS.Module;
  onTestFinished(() => void Reflect.deleteProperty(cache, file));
  return file;
}

test("forgets the development builds that did not run, and nothing else", () => {
  const unrun = keep("react-dom.development.js", false);
  const others = [keep("react.development.js", true), keep("starting.js", false)];
  forgetUnrunModules();
  expect(Object.keys(cache)).not.toContain(unrun);
  expect(Object.keys(cache)).toEqual(expect.arrayContaining(others));
});
