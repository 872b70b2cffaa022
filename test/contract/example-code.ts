// Extracts the code examples that customers copy from our pages, and writes them to files for a
// compiler.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Declarations of variables that the examples use but do not declare. An example's own declarations
 * shadow these.
 */
const OF_READERS = `
declare const [token, lastId, rawBody, secret, image, base64OfJpeg]: string[];
declare const request: Request;
declare const headers: Record<string, string>;
`;

/**
 * More declarations for the examples, with types from the SDK and from frameworks. Used only for
 * TypeScript examples.
 */
const WITH_TYPES = `
declare const agate: import('agate-sdk').Agate;
interface Env { AGATE_WEBHOOK_SECRET: string }
declare const app: {
  post(path: string, handler: import('hono').Handler<{ Bindings: Env }>): unknown;
  post(
    path: string,
    handler: (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => unknown,
  ): unknown;
};
declare const order: { id: string };
declare const result: import('agate-sdk').VerificationResult;
declare const [ship, letIn]: ((order?: { id: string }) => void)[];
declare function handle(event: import('agate-sdk').AgateEvent): void;
declare function count(session: import('agate-sdk').ListedVerification): void;
declare function review(entry: import('agate-sdk').BlacklistEntry): void;
`;

export interface Example {
  /** The file name without its extension, derived from the page's path and the block's number. */
  name: string;
  language: 'ts' | 'js';
  code: string;
}

/**
 * @param page the page's path
 * @returns the page's TypeScript and JavaScript blocks that are programs or parts of programs
 */
export function examplesIn(page: string, markdown: string): Example[] {
  const blocks = markdown.matchAll(/^```(ts|js)\n([^]*?)^```/gm);
  return Array.from(blocks, ([, language, code = ''], n) => ({
    name: `${page.replaceAll(/[/.]/g, '-')}-${n + 1}`,
    language: language as 'ts' | 'js',
    code,
    // A block that starts with an object is the output of a program.
  })).filter(({ code }) => !code.startsWith('{'));
}

/**
 * Writes the examples, with a configuration like the one that `tsc --init` creates.
 * @returns the configuration's path
 */
export function writeProgram(folder: string, examples: readonly Example[]): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, language, code } of examples)
    writeFileSync(`${folder}/${name}.m${language}`, `${code}\nexport {};\n`);
  const isTyped = examples.every(({ language }) => language === 'ts');
  writeFileSync(`${folder}/ambient.d.ts`, isTyped ? OF_READERS + WITH_TYPES : OF_READERS);
  const configuration = {
    compilerOptions: {
      strict: isTyped,
      ...(isTyped && { exactOptionalPropertyTypes: true }),
      allowJs: true,
      checkJs: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'es2024',
      lib: ['es2024', 'dom', 'dom.iterable'],
      module: 'nodenext',
      moduleResolution: 'nodenext',
      allowImportingTsExtensions: true,
      types: ['node'],
      typeRoots: [resolve('node_modules/@types')],
      paths: { 'agate-sdk': [resolve('sdk/src/index.ts')] },
    },
    include: ['./*'],
  };
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(configuration));
  return `${folder}/tsconfig.json`;
}
