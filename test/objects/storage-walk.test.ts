// The walk through storage skips objects that earlier tests left on a busy machine, except objects
// that this test also writes to. nothing-in-common.test.ts once found only 94 of its 100 marks,
// because leftover shards of spent passes had the same names.
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { passOverOthers, walkStorage } from '../support/counted/storage-walk.ts';

const UNTIL_MS = Date.parse('2099-01-01');
const part = () => env.SPENT_PASSES.get(env.SPENT_PASSES.idFromName('a key of the pool:7'));

it('a walk reads an existing object once the test addresses it by name', async () => {
  await part().spend('mark-of-another-test', '', UNTIL_MS);
  await passOverOthers();
  globalThis.usedCounters?.clear();
  expect([...(await walkStorage()).values()].join('\n')).not.toContain('mark-of-another-test');

  await part().spend('mark-of-this-test', '', UNTIL_MS);
  expect([...(await walkStorage()).values()].join('\n')).toContain('mark-of-this-test');
});
