// Follows the README, step by step and without other documents: starts the demo, makes the three
// calls, and rehearses a deployment. Only the ports and the demo's file differ.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startDemo } from '../support/browser/running-demo.ts';

const README = readFileSync('README.md', 'utf8');

/** The code blocks of a section. */
const blocksOf = (heading: string, language: string): string[] => {
  const [, section = ''] = README.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  const blocks = own.matchAll(/^```(\w+)\n(.*?)^```/gms);
  return Array.from(blocks, ([, kind, code = '']) => (kind === language ? [code] : [])).flat();
};

const runInShell = async (script: string): Promise<string> => {
  const { stdout } = await promisify(execFile)('bash', ['-euc', script]);
  return stdout;
};

test('the calls of the README give the result that it shows', async () => {
  expect(blocksOf('Start', 'sh')).toEqual(['npm start\n']);
  const running = await startDemo();
  onTestFinished(() => running.stop());
  const { folder, port, shopPort } = running.place;
  const calls = blocksOf('Integrate it', 'sh');
  expect(calls).toHaveLength(4);
  const script = calls
    .join('\necho\n')
    .replaceAll('localhost:8787', `localhost:${port}`)
    .replaceAll('localhost:8788', `localhost:${shopPort}`)
    .replaceAll('./.agate/demo.json', `${folder}/demo.json`);
  const [result = ''] = (await runInShell(script)).trim().split('\n').slice(-1);
  const [shown = ''] = blocksOf('Integrate it', 'json');
  expect(JSON.parse(result)).toMatchObject({
    ...(JSON.parse(shown) as object),
    data: {
      ...(JSON.parse(shown) as { data: object }).data,
      token: expect.stringMatching(/^xtk_/),
    },
  });
});

test('the deployment of the README can be rehearsed without an account', async () => {
  const [real, rehearsal = ''] = blocksOf('Deploy', 'sh');
  expect(real).toBe('npm run deploy\n');
  const printed = await runInShell(rehearsal);
  for (const text of [
    'Deploying agate-face ...',
    'Checked: a test session: begun, settled, read, and listed through the queue',
    'This was a rehearsal',
  ])
    expect(printed).toContain(text);
});
