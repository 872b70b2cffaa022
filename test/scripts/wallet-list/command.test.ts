// `npm run wallet:list` as an operator runs it, in the cases that need no database.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListSigner, listXml, makeListSigner, sign } from './lists.ts';

const SAMPLE = 'test/scripts/wallet-list/av-etsi-trusted-list.xml';

let folder: string;
let file: string;
let signer: ListSigner;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agate-list-'));
  file = join(folder, 'list.xml');
  signer = await makeListSigner();
  const issued = new Date(Date.now() - 1000).toISOString();
  const next = `<dateTime>${new Date(Date.now() + 86_400_000).toISOString()}</dateTime>`;
  writeFileSync(file, sign(listXml({ issued, next }), signer));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...options: string[]) => {
  const command = ['scripts/wallet-list/main.ts', ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  return { status, stdout, stderr };
};

test('without a confirmation it prints the content and the signer of a list, and changes nothing', () => {
  const { status, stdout } = run('import', file);
  expect(status).toBe(0);
  for (const said of ['AVTL UT, number 3', signer.sha256, 'unreadable', 'Nothing was changed.'])
    expect(stdout).toContain(said);
});

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

test.each<[string, () => string[], string]>([
  ['an address without TLS', () => ['import', 'http://quarry.example/list.xml'], 'must be https'],
  ['another scheme', () => ['import', 'ftp://quarry.example/list.xml'], 'must be https'],
  ['another signer', () => ['import', file, `--signer=${'0'.repeat(64)}`], 'another certificate'],
  ['another file', () => ['import', file, `--sha256=${'0'.repeat(64)}`], 'SHA-256 is'],
  ['a hash that is none', () => ['import', file, '--signer=abc'], 'must be a SHA-256'],
  [
    'both',
    () => ['import', file, `--signer=${signer.sha256}`, `--sha256=${signer.sha256}`],
    'choose one',
  ],
  ['no file', () => ['import'], 'Give the command import'],
  ['the sample by its signature', () => ['import', SAMPLE], 'does not verify'],
  ['the sample by its hash', () => ['import', SAMPLE, `--sha256=${hashOf(SAMPLE)}`], 'stale'],
])('refuses %s', (_, options, says) => {
  const { status, stderr } = run(...options());
  expect([status, stderr]).toEqual([1, expect.stringContaining(says)]);
});
