import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { boundWorkers, configsToDeploy } from '../../scripts/bound-workers.ts';

const SHIPPED = readFileSync('wrangler.toml', 'utf8');
const ENTRIES =
  /^\[\[services\]\]\nbinding = "(?:FACE|DOCUMENTS|WALLET)"\nservice = "agate-\w+"\n/gm;

test('the face, document and wallet Workers are deployed before the service that is bound to them', () => {
  expect(configsToDeploy(SHIPPED)).toEqual([
    'wrangler.face.toml',
    'wrangler.documents.toml',
    'wrangler.wallet.toml',
    'wrangler.toml',
  ]);
  expect(configsToDeploy()).toEqual(configsToDeploy(SHIPPED));
});

test('without the bindings, as on the free plan, only the service is deployed', () => {
  expect(SHIPPED.match(ENTRIES)).toHaveLength(3);
  expect(configsToDeploy(SHIPPED.replaceAll(ENTRIES, ''))).toEqual(['wrangler.toml']);
  const remark = SHIPPED.replaceAll(ENTRIES, (entry) => entry.replaceAll(/^/gm, '# '));
  expect(configsToDeploy(remark)).toEqual(['wrangler.toml']);
});

test.each(["binding='FACE'", '  binding  = "FACE"  # measures'])(
  '%s counts as a binding',
  (line) => {
    expect(boundWorkers(`[[services]]\n${line}\n`)).toEqual(['FACE']);
  },
);
