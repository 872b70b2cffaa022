import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { readConfig, VOLUME_LIMITS } from '../src/config.ts';

const GOOD = {
  BASE_URL: 'https://id.example/',
  SERVICE_NAME: 'Agate',
  TOKEN_KEY: Buffer.alloc(32, 7).toString('base64'),
  KEY_ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64'),
};

describe('readConfig', () => {
  it('takes the origin of BASE_URL and keeps documented defaults', () => {
    const config = readConfig({ ...GOOD });
    expect(config.baseUrl).toBe('https://id.example');
    expect(config.ageMarginYears).toBe(7);
    expect(config.guessLimits.apiKey).toEqual({ policy: 'api-key', limit: 100, windowSeconds: 60 });
  });

  it('serves this machine by http only when it is local', () => {
    const config = readConfig({ ...GOOD, BASE_URL: 'http://localhost:8787', LOCAL: 'true' });
    expect(config).toMatchObject({ baseUrl: 'http://localhost:8787', isLocal: true });
    expect(readConfig({ ...GOOD }).isLocal).toBe(false);
  });

  it('lets vars override margin and limits', () => {
    const config = readConfig({ ...GOOD, AGE_MARGIN_YEARS: '4.5', LIMIT_REDEEM_FAILURES: '5/10' });
    expect(config.ageMarginYears).toBe(4.5);
    expect(config.guessLimits.redeem).toMatchObject({ limit: 5, windowSeconds: 10 });
  });

  it.each([
    [{ TOKEN_KEY: undefined }, 'TOKEN_KEY'],
    [{ TOKEN_KEY: 'c2hvcnQ=' }, 'TOKEN_KEY'],
    [{ TOKEN_KEY: 'not base64 at all, not at all, not at all!!!' }, 'TOKEN_KEY'],
    [{ BASE_URL: 'nowhere' }, 'BASE_URL'],
    [{ BASE_URL: 'http://id.example' }, 'BASE_URL'],
    [{ BASE_URL: 'http://localhost:8787' }, 'BASE_URL'],
    [{ BASE_URL: 'https://localhost' }, 'BASE_URL'],
    [{ BASE_URL: 'https://id.internal' }, 'BASE_URL'],
    [{ BASE_URL: 'https://10.0.0.1' }, 'BASE_URL'],
    [{ LOCAL: 'true' }, 'LOCAL'],
    [{ LOCAL: 'true', BASE_URL: 'http://192.168.1.7:8787' }, 'LOCAL'],
    [{ LOCAL_OUTBOX: 'true' }, 'LOCAL_OUTBOX'],
    [{ SERVICE_NAME: '' }, 'SERVICE_NAME'],
    [{ AGE_MARGIN_YEARS: 'wide' }, 'AGE_MARGIN_YEARS'],
    [{ AGE_MARGIN_YEARS: '-1' }, 'AGE_MARGIN_YEARS'],
    [{ LIMIT_API_KEY_FAILURES: '100' }, 'LIMIT_API_KEY_FAILURES'],
    [{ LIMIT_API_KEY_FAILURES: '100/0' }, 'LIMIT_API_KEY_FAILURES'],
  ])('names the setting that is wrong, never its value: %j', (wrong, name) => {
    const vars = { ...GOOD, ...wrong };
    expect(() => readConfig(vars)).toThrow(name);
    expect(() => readConfig(vars)).not.toThrow(/c2hvcnQ|base64 at all/);
  });
});

describe('volume limits', () => {
  it('are the figures of wrangler.toml', () => {
    const toml = readFileSync(new URL('../wrangler.toml', import.meta.url), 'utf8');
    for (const [name, { limit, windowSeconds }] of Object.entries(VOLUME_LIMITS))
      expect(toml).toMatch(
        new RegExp(
          `name = "${name.toUpperCase()}_VOLUME"[^[]*limit = ${limit}, period = ${windowSeconds} `,
        ),
      );
  });
});
