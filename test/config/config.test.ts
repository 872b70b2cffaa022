import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { readConfig, VOLUME_LIMITS } from '../../src/config/config.ts';

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

  it('serves this machine over http only when the service is local', () => {
    const config = readConfig({ ...GOOD, BASE_URL: 'http://localhost:8787', LOCAL: 'true' });
    expect(config).toMatchObject({ baseUrl: 'http://localhost:8787', isLocal: true });
    expect(readConfig({ ...GOOD }).isLocal).toBe(false);
  });

  it('lets vars override margin and limits', () => {
    const config = readConfig({ ...GOOD, AGE_MARGIN_YEARS: '4.5', LIMIT_REDEEM_FAILURES: '5/10' });
    expect(config.ageMarginYears).toBe(4.5);
    expect(config).toMatchObject({ ageMarginFloorYears: 2 });
    expect(readConfig({ ...GOOD, AGE_TARGET: '2' }).ageTarget).toBe(2);
    expect(config.guessLimits.redeem).toMatchObject({ limit: 5, windowSeconds: 10 });
  });

  it('allows at most an hour before the list must contain a running session, because a queue refuses delays over a day (D-165)', () => {
    for (const LIST_DELAY_SECONDS of [undefined, '0', '60', '3600'])
      expect(() => readConfig({ ...GOOD, LIST_DELAY_SECONDS })).not.toThrow();
  });

  it('keeps no age that was measured on the device by default where a face Worker is bound', () => {
    const bound = { ...GOOD, FACE: {} };
    expect(readConfig({ ...GOOD }).keptAges.minAssurance).toBe('device');
    expect(readConfig(bound).keptAges.minAssurance).toBe('edge');
    const lax = readConfig({ ...bound, KEEP_AGE_MIN_ASSURANCE: 'device' });
    expect(lax.keptAges.minAssurance).toBe('device');
  });

  it('names the operator, by default the service, with only the settings that are set', () => {
    expect(readConfig({ ...GOOD }).operator).toEqual({ name: 'Agate' });
    const vars = {
      OPERATOR_NAME: ' Quarry Ltd ',
      OPERATOR_CONTACT: 'https://quarry.example/privacy',
      OPERATOR_CONTACT_EXPIRES: '2027-01-31',
      OPERATOR_ADDRESS: '1 Quarry Lane',
      OPERATOR_DPO: 'dpo@quarry.example',
      TERMS: 'First.\n\nSecond.',
    };
    expect(readConfig({ ...GOOD, ...vars }).operator).toEqual({
      name: 'Quarry Ltd',
      contact: 'https://quarry.example/privacy',
      contactExpiresAtMs: Date.UTC(2027, 0, 31),
      address: '1 Quarry Lane',
      dataProtectionOfficer: 'dpo@quarry.example',
      terms: { paragraphs: ['First.', 'Second.'] },
    });
    const elsewhere = { TERMS: 'https://quarry.example/terms' };
    expect(readConfig({ ...GOOD, ...elsewhere }).operator.terms).toEqual({ url: elsewhere.TERMS });
  });

  it('computes margins from the shipped table of errors, or from the operator’s', () => {
    const shipped = readConfig({ ...GOOD }).ageError;
    expect(shipped).toMatchObject({ kind: 'research', pictures: 3635 });
    const own = JSON.stringify({ ...shipped, kind: 'calibration', pictures: 12 });
    expect(readConfig({ ...GOOD, AGE_ERROR_TABLE: own }).ageError).toMatchObject({ pictures: 12 });
  });

  it('has a policy for kept ages, whose version names its requirements (D-56)', () => {
    expect(readConfig({ ...GOOD }).keptAges).toEqual({
      minAssurance: 'device',
      marginYears: 7,
      minDifficulty: 'medium',
      livenessLevel: 'standard',
      version: '1-device-7-medium-standard',
    });
    const vars = { KEEP_AGE_MIN_ASSURANCE: 'edge', KEEP_AGE_MIN_DIFFICULTY: 'hard' };
    const strict = readConfig({ ...GOOD, ...vars, AGE_MARGIN_YEARS: '8' }).keptAges;
    expect(strict.version).toBe('1-edge-8-hard-standard');
    const own = { AGE_MARGIN_YEARS: '2', KEEP_AGE_MARGIN_YEARS: '9' };
    expect(readConfig({ ...GOOD, ...own }).keptAges.marginYears).toBe(9);
  });

  it('uses Turnstile where both of its keys are set, at Cloudflare’s own address', () => {
    expect(readConfig({ ...GOOD })).not.toHaveProperty('turnstile');
    const keys = { TURNSTILE_SITE_KEY: ' 0x4site ', TURNSTILE_SECRET: '0x4secret' };
    const settings = { siteKey: '0x4site', secret: '0x4secret' };
    const origin = 'https://challenges.cloudflare.com';
    expect(readConfig({ ...GOOD, ...keys }).turnstile).toEqual({ ...settings, origin });
    const local = { BASE_URL: 'http://localhost:8787', LOCAL: 'true' };
    const fake = { TURNSTILE_ORIGIN: 'http://localhost:9' };
    expect(readConfig({ ...GOOD, ...local, ...keys, ...fake }).turnstile?.origin).toBe(
      'http://localhost:9',
    );
    const blank = { TURNSTILE_SITE_KEY: '', TURNSTILE_SECRET: ' ' };
    expect(readConfig({ ...GOOD, ...blank })).not.toHaveProperty('turnstile');
  });

  it('sends mails through the Email Service, through a provider with its secret, or not at all', () => {
    const mailOf = (vars: object) => readConfig({ ...GOOD, ...vars }).mail;
    expect(mailOf({}).provider).toEqual({ name: 'cloudflare' });
    expect(mailOf({ MAIL_PROVIDER: 'none' }).provider).toEqual({ name: 'none' });
    const own = { MAIL_FROM: 'no-reply@id.example', MAIL_SECRET: ' s3cret/+ ' };
    expect(mailOf({ ...own, MAIL_PROVIDER: 'postmark' })).toMatchObject({
      from: 'no-reply@id.example',
      provider: { name: 'postmark', secret: 's3cret/+', origin: 'https://api.postmarkapp.com' },
    });
    const ses = { SES_REGION: 'us-gov-west-1', SES_ACCESS_KEY_ID: 'AKIAQUARRYEXAMPLE000' };
    expect(mailOf({ ...own, ...ses, MAIL_PROVIDER: 'ses' }).provider).toMatchObject({
      origin: 'https://email.us-gov-west-1.amazonaws.com',
    });
  });

  it('accepts a sender with a DNS domain; on a local service the host may have no dot', () => {
    const idn = { ...GOOD, MAIL_FROM: ' No-Reply@Bücher.example ', MAIL_SECRET: 're_x' };
    for (const MAIL_PROVIDER of ['cloudflare', 'none', 'postmark', 'resend'])
      expect(readConfig({ ...idn, MAIL_PROVIDER }).mail.from).toBe(
        'No-Reply@xn--bcher-kva.example',
      );
    const local = { ...GOOD, BASE_URL: 'http://localhost:8787', LOCAL: 'true' };
    expect(readConfig({ ...local, MAIL_FROM: 'no-reply@localhost' }).mail.from).toBe(
      'no-reply@localhost',
    );
  });

  it.each([
    'x',
    'no-reply@localhost',
    'no-reply@id',
    'no-reply@127.0.0.1',
    'no-reply@id.example/path',
    'no-reply@id.example:25',
    'no-reply@id..example',
    'büro@id.example',
    'no..reply@id.example',
    '.reply@id.example',
    'no reply@id.example',
    'Quarry <no-reply@id.example>',
    `${'a'.repeat(65)}@id.example`,
  ])('refuses a sender that a mail provider would refuse: %s', (MAIL_FROM) => {
    for (const MAIL_PROVIDER of ['cloudflare', 'postmark', 'resend']) {
      const vars = { ...GOOD, MAIL_FROM, MAIL_PROVIDER, MAIL_SECRET: 're_x' };
      expect(() => readConfig(vars)).toThrow('MAIL_FROM must look like');
    }
  });

  it.each([
    [
      { MAIL_PROVIDER: 'smtp' },
      'MAIL_PROVIDER must be one of: cloudflare, none, postmark, resend, ses',
    ],
    [{ MAIL_PROVIDER: 'resend', MAIL_FROM: 'a@id.example' }, 'MAIL_SECRET is missing'],
    [{ MAIL_PROVIDER: 'resend', MAIL_SECRET: 're_x' }, 'MAIL_FROM is missing'],
    [{ MAIL_PROVIDER: 'resend', MAIL_SECRET: 're_x', MAIL_FROM: 'x' }, 'MAIL_FROM must look like'],
    [
      { MAIL_PROVIDER: 'resend', MAIL_SECRET: 'two words', MAIL_FROM: 'a@id.example' },
      'MAIL_SECRET is malformed',
    ],
    [
      { MAIL_PROVIDER: 'ses', MAIL_SECRET: 'x', MAIL_FROM: 'a@id.example' },
      'SES_REGION is missing',
    ],
    [{ MAIL_PROVIDER: 'ses', SES_REGION: 'evil.example/' }, 'SES_REGION is malformed'],
    [{ MAIL_ORIGIN: 'http://localhost:9' }, 'MAIL_ORIGIN is allowed only with LOCAL'],
    [{ TURNSTILE_SITE_KEY: 'c2hvcnQ' }, 'TURNSTILE_SECRET is missing'],
    [{ TURNSTILE_SECRET: 'c2hvcnQ' }, 'TURNSTILE_SITE_KEY is missing'],
    [{ TURNSTILE_SITE_KEY: 7 }, 'TURNSTILE_SITE_KEY'],
    [{ TURNSTILE_ORIGIN: 'https://challenges.example' }, 'TURNSTILE_ORIGIN'],
    [{ TOKEN_KEY: undefined }, 'TOKEN_KEY'],
    [{ TOKEN_KEY: 'c2hvcnQ=' }, 'TOKEN_KEY'],
    [{ TOKEN_KEY_PREVIOUS: 'c2hvcnQ=' }, 'TOKEN_KEY_PREVIOUS'],
    [{ KEY_ENCRYPTION_KEY_PREVIOUS: 'x' }, 'KEY_ENCRYPTION_KEY_PREVIOUS'],
    [{ TOKEN_KEY: 'not base64 at all, not at all, not at all!!!' }, 'TOKEN_KEY'],
    [{ AGE_ERROR_TABLE: '{}' }, 'AGE_ERROR_TABLE'],
    [{ AGE_TARGET: '3' }, 'AGE_TARGET'],
    [{ AGE_MARGIN_FLOOR_YEARS: '-1' }, 'AGE_MARGIN_FLOOR_YEARS'],
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
    [{ OPERATOR_CONTACT: 'call us' }, 'OPERATOR_CONTACT'],
    [{ OPERATOR_DPO: 'http://quarry.example' }, 'OPERATOR_DPO'],
    [{ OPERATOR_NAME: 7 }, 'OPERATOR_NAME'],
    [{ OPERATOR_CONTACT_EXPIRES: 'in May' }, 'OPERATOR_CONTACT_EXPIRES'],
    [{ OPERATOR_CONTACT_EXPIRES: '2027-13-01' }, 'OPERATOR_CONTACT_EXPIRES'],
    [{ EVENT_REMINDER_SECONDS: '10 s' }, 'EVENT_REMINDER_SECONDS'],
    [{ LIST_DELAY_SECONDS: '-1' }, 'LIST_DELAY_SECONDS is not a whole number from 0 to 3600'],
    [{ LIST_DELAY_SECONDS: '1.5' }, 'LIST_DELAY_SECONDS is not a whole number'],
    [{ LIST_DELAY_SECONDS: '3601' }, 'LIST_DELAY_SECONDS is not a whole number'],
    [{ LIST_DELAY_SECONDS: '' }, 'LIST_DELAY_SECONDS is not a whole number'],
    [{ LIST_DELAY_SECONDS: '1e309' }, 'LIST_DELAY_SECONDS is not a whole number'],
    [{ AGE_MARGIN_YEARS: 'wide' }, 'AGE_MARGIN_YEARS'],
    [{ AGE_MARGIN_YEARS: '-1' }, 'AGE_MARGIN_YEARS'],
    [{ KEEP_AGE_MIN_ASSURANCE: 'wallet' }, 'KEEP_AGE_MIN_ASSURANCE'],
    [{ KEEP_AGE_MARGIN_YEARS: '' }, 'KEEP_AGE_MARGIN_YEARS'],
    [{ KEEP_AGE_MIN_DIFFICULTY: 'none' }, 'KEEP_AGE_MIN_DIFFICULTY'],
    [{ LIMIT_API_KEY_FAILURES: '100' }, 'LIMIT_API_KEY_FAILURES'],
    [{ LIMIT_API_KEY_FAILURES: '100/0' }, 'LIMIT_API_KEY_FAILURES'],
  ])('names the invalid setting, never its value: %j', (wrong, name) => {
    const vars = { ...GOOD, ...wrong };
    expect(() => readConfig(vars)).toThrow(name);
    expect(() => readConfig(vars)).not.toThrow(/c2hvcnQ|base64 at all/);
  });
});

describe('volume limits', () => {
  it('match the figures of wrangler.toml', () => {
    const toml = readFileSync(new URL('../../wrangler.toml', import.meta.url), 'utf8');
    for (const [name, { limit, windowSeconds }] of Object.entries(VOLUME_LIMITS))
      expect(toml).toMatch(
        new RegExp(
          `name = "${name.toUpperCase()}_VOLUME"[^[]*limit = ${limit}, period = ${windowSeconds} `,
        ),
      );
  });
});
