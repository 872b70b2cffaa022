// Settings in the Workers' wrangler files that only the platform applies, so no test of the code
// would notice if they were missing.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const CONFIGS = ['wrangler.toml', 'wrangler.face.toml', 'wrangler.documents.toml'];
const toml = (path: string): string => readFileSync(path, 'utf8');

test('requests to hosts in the same zone go through its front door, never directly to an origin (architecture 3)', () => {
  const [, flags = ''] = /^compatibility_flags = \[(.*)\]$/m.exec(toml('wrangler.toml')) ?? [];
  expect(flags).toContain('"global_fetch_strictly_public"');
});

test.each(CONFIGS)('the platform logs no URLs, which contain links: %s', (path) => {
  expect(toml(path)).toMatch(/^\[observability\.logs\]\n(?:#.*\n)*invocation_logs = false$/m);
});
