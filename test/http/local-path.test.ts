import { describe, expect, it } from 'vitest';
import { readLocalPath } from '../../src/http/local-path.ts';

describe('a path to continue at', () => {
  it.each([
    ['/account', '/account'],
    ['/consent?session=xcs_a&b=%2F%2Fevil.example', '/consent?session=xcs_a&b=%2F%2Fevil.example'],
    ['/a/../b?x=1#part', '/b?x=1'],
    ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
    ['/https://evil.example', '/https://evil.example'],
    ['/ü', '/%C3%BC'],
  ])('is accepted within this service: %s', (text, path) => {
    expect(readLocalPath(text)).toBe(path);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    'https://evil.example',
    'HTTPS:/evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '?continue=x',
    '',
    ' //evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nLocation: https://evil.example',
    '/\u0000',
    `/${'a'.repeat(5000)}`,
  ])('is refused when a browser could read it as another origin: %j', (text) => {
    expect(readLocalPath(text)).toBeUndefined();
  });

  it('is undefined when none is given', () => {
    expect(readLocalPath(undefined)).toBeUndefined();
  });

  it('stays within this service for any mix of dots, slashes and percent signs', () => {
    const pieces = ['/', '.', '..', '\\', '%2f', '%5c', '%2e', 'evil.example', '@', ':', '?', '#'];
    let seed = 7;
    const next = (): number => (seed = (seed * 48_271) % 2_147_483_647);
    for (let round = 0; round < 5_000; round += 1) {
      const text = `/${Array.from({ length: 8 }, () => pieces[next() % pieces.length]).join('')}`;
      const path = readLocalPath(text);
      if (path === undefined) continue;
      expect(new URL(path, 'https://agate.example').origin).toBe('https://agate.example');
    }
  });
});
