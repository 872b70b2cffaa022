import { expect, test } from 'vitest';
import { decisiveVariables, examineMachine, ownSettings } from '../../../scripts/check/machine.ts';

test('what the machine has is asked of its programs', () => {
  const { node, browsers, packages } = examineMachine();
  expect(node).toBe(process.version);
  expect(JSON.parse(packages)).toHaveProperty('packages');
  for (const browser of browsers) expect(browser).toMatch(/^\/.* \d+\.\d+/);
  expect(browsers.length).toBeGreaterThan(0);
});

test.each([
  'CHROMIUM',
  'CI',
  'LANG',
  'LC_ALL',
  'NODE_OPTIONS',
  'TZ',
  'https_proxy',
  'VITEST_MAX_WORKERS',
])('the variable %s decides about results', (name) => {
  expect(decisiveVariables({ [name]: 'x', HOME: '/root' })).toEqual([[name, 'x']]);
});

test('variables are in order, whatever the order of the environment', () => {
  const names = (env: NodeJS.ProcessEnv) => decisiveVariables(env).map(([name]) => name);
  expect(names({ TZ: 'UTC', CI: '1', LANG: 'C' })).toEqual(
    names({ LANG: 'C', TZ: 'UTC', CI: '1' }),
  );
});

test('of .dev.vars what `npm start` adds decides nothing, the rest does', () => {
  const secret = Buffer.alloc(32, 7).toString('base64');
  const added = `TOKEN_KEY="${secret}"\nLOCAL="true"\n`;
  expect(ownSettings(added)).toEqual([]);
  expect(ownSettings(`${added}SERVICE_NAME="Ours"\n`)).toEqual(['SERVICE_NAME="Ours"']);
});
