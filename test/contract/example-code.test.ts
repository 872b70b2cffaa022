import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { PAGES, readPage } from './documents.ts';
import { examplesIn, writeProgram, type Example } from './example-code.ts';

const EXAMPLES = PAGES.flatMap((page) => examplesIn(page, readPage(page)));

/**
 * Compiles the examples and returns the errors, except TS1108 (a `return` outside a function),
 * because an example may be part of a handler's body.
 */
function errorsOf(language: 'ts' | 'js', examples: readonly Example[]): string[] {
  const folder = `.cache/examples/${language}-${examples.length}`;
  const project = writeProgram(folder, examples);
  const { stdout, error } = spawnSync(
    'node_modules/.bin/tsc',
    ['-p', project, '--pretty', 'false'],
    {
      encoding: 'utf8',
    },
  );
  if (error) throw error;
  return stdout.split('\n').filter((line) => line.includes('error TS') && !line.includes('TS1108'));
}

test.each(['ts', 'js'] as const)('the pages’ examples compile: %s', (language) => {
  const examples = EXAMPLES.filter((one) => one.language === language);
  expect(examples.length).toBeGreaterThan(3);
  expect(errorsOf(language, examples)).toEqual([]);
});

test.each([
  [
    'ts',
    "await agate.verifications.init({ callback_url: 'https://a.example', min_age: '18' });",
    'TS2322',
  ],
  ['ts', 'await agate.sessions.all();', 'TS2339'],
  ['ts', "import { Agate } from 'agate';", 'TS2307'],
  ['js', "import { discover } from 'openid-client';", 'TS2724'],
] as const)('an invalid %s example does not compile: %s', (language, code, error) => {
  expect(errorsOf(language, [{ name: 'wrong', language, code }]).join('\n')).toContain(error);
});
