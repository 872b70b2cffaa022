// Checks the commands in docs/deploy.md that delete an installation. Only the command that lists
// the queues is run.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { queueNames } from '../../scripts/deploy/resources.ts';
import { readPage } from './documents.ts';

const [, after = ''] = readPage('docs/deploy.md').split('\n## Take it down\n');
const [section = ''] = after.split('\n## ');

test('the commands that take an installation down name all of its queues, Workers and its database', () => {
  const [line = ''] = section.split('\n').filter((one) => one.startsWith('queues='));
  const printed = execFileSync('bash', ['-c', `${line}; echo "$queues"`], { encoding: 'utf8' });
  expect(printed.trim().split('\n')).toEqual(queueNames().toSorted());
  const named = (file: string) => /^name = "([^"]+)"/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  const workers = ['', '.face', '.documents', '.wallet'].map((of) => named(`wrangler${of}.toml`));
  expect(workers.filter((name) => !section.includes(name))).toEqual([]);
  const [, database] =
    /^database_name = "([^"]+)"/m.exec(readFileSync('wrangler.toml', 'utf8')) ?? [];
  expect(section).toContain(`npx wrangler d1 delete ${database}`);
});
