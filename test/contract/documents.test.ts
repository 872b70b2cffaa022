import { createHmac } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import dashboard from '../../widget/console/locales/dashboard/en.json' with { type: 'json' };
import { VERDICT_REASONS } from '../../src/domain/verification/rules/session/reasons.ts';
import { ERROR_STATUS } from '../../src/http/error-status.ts';
import { PAGES, readPage } from './documents.ts';

describe('the README', () => {
  test('is at most 150 lines long, with three pictures', () => {
    const readme = readPage('README.md');
    expect(readme.split('\n').length - 1).toBeLessThanOrEqual(150);
    expect(readme.match(/docs\/pictures\/[\w-]+\.png/g)).toHaveLength(3);
  });
});

describe('the documents', () => {
  test('give a reason for every dependency', () => {
    const names = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies });
    const page = readPage('docs/architecture.md');
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test('list every setting', () => {
    const settings = Array.from(
      readFileSync('src/config/config.ts', 'utf8').matchAll(/\(vars, '([A-Z_]+)'/g),
      ([, name]) => `\`${name}\``,
    );
    expect(settings.length).toBeGreaterThan(10);
    expect(settings.filter((name) => !readPage('docs/configure.md').includes(name))).toEqual([]);
  });

  const namesIn = (cell: string) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name = '']) => name);

  test('list every error code in the table, with its status', () => {
    const rows = readPage('docs/verification.md').matchAll(/^\| (\d{3}) +\| ([^|]+)\|/gm);
    const documented = [...rows].flatMap(([, status = '', cell = '']) =>
      namesIn(cell).map((code) => `${code} ${status}`),
    );
    const known = Object.entries(ERROR_STATUS).map(([code, status]) => `${code} ${status}`);
    expect(documented.toSorted()).toEqual([...known, 'INVALID_REQUEST 415'].toSorted());
  });

  test('list every reason of a session in the table', () => {
    const table = /^\| `reason` +\| Meaning[^]*?\n\n/m.exec(readPage('docs/verification.md'));
    const rows = (table?.[0] ?? '').split('\n').slice(2);
    const documented = rows.flatMap((row) => namesIn(row.split('|')[1] ?? ''));
    expect(documented.toSorted()).toEqual(VERDICT_REASONS.toSorted());
  });

  test('use the dashboard’s own words for an endpoint that waits for its challenge, and for the button', () => {
    const page = readPage('docs/webhooks.md');
    for (const key of ['endpoints.pending', 'webhook.verify'] as const)
      expect(page).toContain(`"${dashboard[key]}"`);
  });

  test('sign in with 20 lines of openid-client', () => {
    const script = /```js\n(.*?)```/s.exec(readPage('docs/sign-in.md'))?.[1] ?? '';
    expect(script).toContain("from 'openid-client'");
    expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
  });

  test('verify a signature with the same lines as the example receiver, which is run against the service', () => {
    const linesIn = (path: string) =>
      /const \{\n {4}'webhook-id'[^]*?\n {2}\}\);/.exec(readPage(path))?.[0];
    expect(linesIn('docs/webhooks.md')).toContain('createHmac');
    expect(linesIn('docs/webhooks.md')).toBe(linesIn('examples/receiver/receiver.mjs'));
  });

  test('show lines that refuse a signature made with an empty secret, which a receiver without one would accept', async () => {
    const scripts = readPage('docs/webhooks.md').matchAll(/```js\n(.*?)```/gs);
    const [script = ''] = Array.from(scripts, ([, code = '']) => code).filter((code) =>
      code.includes('function isFromAgate'),
    );
    const { isFromAgate } = (await import(
      `data:text/javascript,${encodeURIComponent(`${script}export { isFromAgate };`)}`
    )) as { isFromAgate: (body: string, headers: object, secret: string) => boolean };
    const key = '0123456789abcdef0123456789abcdef';
    const t = String(Math.floor(Date.now() / 1000));
    const signed = (by: string) => ({
      'webhook-id': 'evt_1',
      'webhook-timestamp': t,
      'webhook-signature': `v1,${createHmac('sha256', by).update(`evt_1.${t}.{}`).digest('base64')}`,
    });
    expect(isFromAgate('{}', signed(key), `whsec_${btoa(key)}`)).toBe(true);
    for (const secret of ['', 'whsec_']) expect(isFromAgate('{}', signed(''), secret)).toBe(false);
  });

  test.each(PAGES)('name files and npm scripts that exist: %s', (page) => {
    const text = readPage(page);
    const scripts = Array.from(
      text.matchAll(/npm run ([a-z][a-z:-]*(?:\d+\.\d+)?)/g),
      ([, name = '']) => name,
    );
    expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([]);
    const paths = text.matchAll(/`((?:src|test|scripts|widget|bench|sdk|examples)\/[\w/.-]+)`/g);
    for (const [, path = ''] of paths) expect(() => statSync(path)).not.toThrow();
  });
});
