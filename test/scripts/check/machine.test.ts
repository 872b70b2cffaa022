import { expect, test } from 'vitest';
import { decisiveVariables, examineMachine, ownSettings } from '../../../scripts/check/machine.ts';

test('the machine’s programs report their own versions', () => {
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
])('the variable %s can change results', (name) => {
  expect(decisiveVariables({ [name]: 'x', HOME: '/root' })).toEqual([[name, 'x']]);
});

test('variables are listed in a fixed order', () => {
  const names = (env: NodeJS.ProcessEnv) => decisiveVariables(env).map(([name]) => name);
  expect(names({ TZ: 'UTC', CI: '1', LANG: 'C' })).toEqual(
    names({ LANG: 'C', TZ: 'UTC', CI: '1' }),
  );
});

test('settings in .dev.vars that `npm start` adds do not change results, and all others do', () => {
  const secret = Buffer.alloc(32, 7).toString('base64');
  const added = `TOKEN_KEY="${secret}"\nLOCAL="true"\n`;
  expect(ownSettings(added)).toEqual([]);
  expect(ownSettings(`${added}SERVICE_NAME="Ours"\n`)).toEqual(['SERVICE_NAME="Ours"']);
});
