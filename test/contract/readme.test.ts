import { readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const readme = readFileSync('README.md', 'utf8');

describe('the README', () => {
  test('gives a reason for every dependency', () => {
    const names = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies });
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  test('lists every setting and every error code', () => {
    const settings = readFileSync('src/config.ts', 'utf8').matchAll(/\(vars, '([A-Z_]+)'/g);
    const codes = readFileSync('src/http/error-status.ts', 'utf8').matchAll(
      /^ {2}([A-Z_]+): \d+/gm,
    );
    const names = [...settings, ...codes].map(([, name]) => `\`${name}\``);
    const ownPage = [
      '`SESSION_OPENED_ELSEWHERE`',
      '`SESSION_ON_OTHER_DEVICE`',
      '`FORBIDDEN`',
      '`FRESH_SIGN_IN_REQUIRED`',
    ];
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !ownPage.includes(name) && !readme.includes(name))).toEqual([]);
  });

  test('signs in with 20 lines of openid-client', () => {
    const section = readme.slice(readme.indexOf('## Sign in with Agate'));
    const script = /```js\n(.*?)```/s.exec(section)?.[1] ?? '';
    expect(script).toContain("from 'openid-client'");
    expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
  });

  test('names files and npm scripts that exist', () => {
    const scripts = [...readme.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name);
    expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([]);
    const paths = [
      ...readme.matchAll(/\]\((?!http)([^)#]+)\)|`((?:src|test|scripts)\/[\w/.-]+)`/g),
    ];
    for (const [, link, code] of paths) expect(() => statSync(link ?? code ?? '')).not.toThrow();
  });
});
