// `npm run types` and `eslint .` in one process: ESLint uses the types that the type check has computed.
import path from "node:path";
import { ESLint } from "eslint";
import ts from "typescript";
import { giveUp, root } from "./lib/project.mjs";

process.chdir(root);
const program = createProgram();
const diagnostics = ts.getPreEmitDiagnostics(program);
if (diagnostics.length > 0) giveUp(describe(diagnostics));

const eslint = new ESLint({
  overrideConfig: {
    files: ["**/*.{ts,tsx,mts}"],
    languageOptions: { parserOptions: { projectService: false, programs: [program] } },
  },
});
const results = await eslint.lintFiles(["."]);
const formatter = await eslint.loadFormatter();
process.stdout.write(await formatter.format(results));
if (results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0)) process.exitCode = 1;

function createProgram() {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (diagnostic) => giveUp(describe([diagnostic])),
  };
  const config = ts.getParsedCommandLineOfConfigFile(path.join(root, "tsconfig.json"), undefined, host);
  const { fileNames: rootNames, options, errors: configFileParsingDiagnostics } = config;
  return ts.createProgram({ rootNames, options, configFileParsingDiagnostics });
}

function describe(diagnostics) {
  return ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(diagnostics), {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (name) => name,
    getNewLine: () => "\n",
  });
}
