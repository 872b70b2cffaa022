import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bindsFaceWorker, configsToDeploy } from '../../scripts/face-binding.ts';

const SHIPPED = readFileSync('wrangler.toml', 'utf8');
const ENTRY = /^\[\[services\]\]\nbinding = "FACE"\nservice = "agate-face"\n/m;

test('the face Worker is deployed before the service that is bound to it', () => {
  expect(configsToDeploy(SHIPPED)).toEqual(['wrangler.face.toml', 'wrangler.toml']);
  expect(configsToDeploy()).toEqual(configsToDeploy(SHIPPED));
});

test('without the entry, as on the free plan, the service is deployed alone', () => {
  expect(SHIPPED).toMatch(ENTRY);
  expect(configsToDeploy(SHIPPED.replace(ENTRY, ''))).toEqual(['wrangler.toml']);
  const remark = SHIPPED.replace(ENTRY, (entry) => entry.replaceAll(/^/gm, '# '));
  expect(configsToDeploy(remark)).toEqual(['wrangler.toml']);
});

test.each(["binding='FACE'", '  binding  = "FACE"  # measures'])('%s binds it', (line) => {
  expect(bindsFaceWorker(`[[services]]\n${line}\n`)).toBe(true);
});
