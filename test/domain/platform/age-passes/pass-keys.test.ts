// Keys of age passes over several months: created ahead of time, sealed, deleted, and published
// with their hash in the audit heads.
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runSchedule } from '../../../../src/background.ts';
import { sha256Hex } from '../../../../src/crypto/hash.ts';
import { judgePass } from '../../../../src/domain/platform/age-passes/judge-pass.ts';
import {
  findPassKey,
  keepPassKeys,
  passSigner,
  passVerifier,
  readPassKeys,
} from '../../../../src/domain/platform/age-passes/pass-keys.ts';
import { daysSince } from '../../../../src/domain/platform/age-passes/pass-month.ts';
import { signPasses } from '../../../../src/domain/platform/age-passes/sign-passes.ts';
import { signAuditHead } from '../../../../src/domain/platform/audit/heads.ts';
import { decodeBase64Url } from '../../../../src/crypto/encoding.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/time/durations.ts';
import { Deployment } from '../../../support/installation/deployment.ts';
import { blind, keyFor, makePasses } from '../../../support/visitor/passes.ts';

const DAILY = '17 3 * * *';
let service: Deployment;

const goToTime = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) });
afterEach(() => void vi.useRealTimers());

beforeEach(() => {
  goToTime('2030-11-15T12:00:00Z');
  service = new Deployment({ PASS_FLOOR: '0' });
});

const rowsOf = async () =>
  (
    await env.DB.prepare(
      'SELECT month, bracket, class, issued, redeemed, private_key FROM pass_keys ORDER BY month, bracket, class',
    ).all<{ month: string; private_key: string; issued: number }>()
  ).results;

const monthsOf = async () => [...new Set((await rowsOf()).map(({ month }) => month))];

describe('keys of age passes', () => {
  it('are created by the schedule a month ahead, ten a month, and running it again changes nothing', async () => {
    await runSchedule(service.ctx, DAILY);
    const made = await rowsOf();
    expect(made.map(({ month }) => month)).toEqual([
      ...Array.from({ length: 10 }, () => '2030-11'),
      ...Array.from({ length: 10 }, () => '2030-12'),
    ]);
    await runSchedule(service.ctx, DAILY);
    expect(await rowsOf()).toEqual(made);
  });

  it('are never created by a request', async () => {
    expect(await readPassKeys(service.ctx)).toEqual([]);
    const reply = await service.fetch('/.well-known/private-token-issuer-directory');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=60');
    expect(await reply.json()).toMatchObject({ 'token-keys': [] });
    expect(await rowsOf()).toEqual([]);
  });

  it('are stored encrypted, and imported as not extractable', async () => {
    const key = await keyFor(service.ctx);
    for (const { private_key: sealed } of await rowsOf()) expect(sealed).toMatch(/^[\w-]{1600,}$/);
    expect(await passSigner(service.ctx, key)).toMatchObject({
      extractable: false,
      algorithm: { name: 'RSA-RAW' },
      usages: ['sign'],
    });
    expect(await passVerifier(service.ctx, key)).toMatchObject({ extractable: false });
    expect(await passSigner(service.ctx, key)).toBe(await passSigner(service.ctx, key));
  });

  it('sign in their month and for ten minutes of the next, and later their private keys are erased', async () => {
    const november = await keyFor(service.ctx);
    const { body } = await blind(decodeBase64Url(november.tokenKey), 'localhost:8787');
    const kind = { bracket: 18, passClass: 'standard' } as const;
    const signs = async () => (await signPasses(service.ctx, kind, body)) !== undefined;
    goToTime('2030-12-01T00:09:59Z');
    expect(await signs()).toBe(true);
    goToTime('2030-12-01T00:10:00Z');
    expect(await signs()).toBe(false);
    await keepPassKeys(service.ctx);
    const spent = (await rowsOf()).filter(({ private_key: key }) => key === '');
    expect(spent).toEqual([]);
    goToTime('2030-12-01T03:17:00Z');
    await keepPassKeys(service.ctx);
    for (const { month, private_key: key } of await rowsOf())
      expect([month, key === '']).toEqual([month, month === '2030-11']);
  });

  it('do not sign before their month', async () => {
    await keepPassKeys(service.ctx);
    const kind = { bracket: 18, passClass: 'standard' } as const;
    const december = await findPassKey(service.ctx, { ...kind, month: '2030-12' });
    const { body } = await blind(decodeBase64Url(december?.tokenKey ?? ''), 'localhost:8787');
    expect(await signPasses(service.ctx, kind, body)).toBeUndefined();
  });

  it('of one kind never end alike, because a request names its key by the last byte', async () => {
    await keepPassKeys(service.ctx);
    const kind = { bracket: 18, passClass: 'standard' } as const;
    const november = await findPassKey(service.ctx, { ...kind, month: '2030-11' });
    await env.DB.prepare(
      "DELETE FROM pass_keys WHERE month = '2030-12' AND bracket = 18 AND class = 'standard'",
    ).run();
    const alike = Uint8Array.from(Buffer.from(november?.id ?? '', 'hex'));
    alike.set([alike[0] === 0 ? 1 : 0]);
    const digest = vi.spyOn(crypto.subtle, 'digest').mockResolvedValueOnce(alike.buffer);
    await keepPassKeys(service.ctx);
    expect(digest.mock.calls.length).toBeGreaterThan(1);
    digest.mockRestore();
    const december = await findPassKey(service.ctx, { ...kind, month: '2030-12' });
    expect(december?.id).toMatch(/^[0-9a-f]{64}$/);
    expect(december?.id.slice(-2)).not.toBe(november?.id.slice(-2));
  });

  it('verify their passes until three months later, and are then deleted', async () => {
    const [first = '', second = ''] = await makePasses(service.ctx);
    goToTime('2031-02-28T23:59:59Z');
    await keepPassKeys(service.ctx);
    expect(await monthsOf()).toEqual(['2030-11', '2030-12', '2031-02', '2031-03']);
    expect(await judgePass(service.ctx, first)).toMatchObject({ ok: true });
    goToTime('2031-03-01T00:00:00Z');
    expect(await judgePass(service.ctx, second)).toEqual({ ok: false, reason: 'invalid' });
    await keepPassKeys(service.ctx);
    expect(await monthsOf()).toEqual(['2030-12', '2031-02', '2031-03', '2031-04']);
  });

  it('count the passes that they sign', async () => {
    const key = await keyFor(service.ctx);
    await makePasses(service.ctx);
    await makePasses(service.ctx);
    await vi.waitFor(async () => {
      const [row] = (await rowsOf()).filter(({ issued }) => issued > 0);
      expect(row).toMatchObject({ month: key.month, issued: 20 });
    });
  });

  it('sign only a batch of exactly ten valid requests for one key', async () => {
    const kind = { bracket: 18, passClass: 'standard' } as const;
    const key = decodeBase64Url((await keyFor(service.ctx)).tokenKey);
    const signed = async (body: Uint8Array<ArrayBuffer>) =>
      (await signPasses(service.ctx, kind, body))?.signatures.byteLength;
    const { body } = await blind(key, 'localhost:8787');
    expect(await signed(body)).toBe(2560);
    expect(await signed(body.slice(0, 9 * 259))).toBeUndefined();
    expect(await signed(Uint8Array.of(...body, ...body.slice(0, 259)))).toBeUndefined();
    const other = decodeBase64Url((await keyFor(service.ctx, { bracket: 21 })).tokenKey);
    const mixed = (await blind(other, 'localhost:8787')).body;
    expect(await signed(Uint8Array.of(...body.slice(0, 259), ...mixed.slice(259)))).toBeUndefined();
    const random = crypto.getRandomValues(new Uint8Array(2590));
    expect(await signed(random)).toBeUndefined();
    const tooLarge = body.slice().fill(255, 3, 259);
    expect(await signed(tooLarge)).toBeUndefined();
  });
});

describe('the directory of keys', () => {
  const read = () => service.fetch('/.well-known/private-token-issuer-directory');

  it('follows RFC 9578 section 4 with our own fields added, and is not sent again when unchanged', async () => {
    await keepPassKeys(service.ctx);
    const reply = await read();
    expect(reply.headers.get('content-type')).toBe('application/private-token-issuer-directory');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=86400');
    const directory = await reply.json<{ 'token-keys': Record<string, unknown>[] }>();
    expect(directory['token-keys']).toHaveLength(20);
    expect(directory['token-keys'][0]).toEqual({
      'token-type': 2,
      'token-key': expect.stringMatching(/^MIIBUjA9[\w-]+={0,2}$/),
      'not-before': Date.UTC(2030, 10) / 1000,
      bracket: '12+',
      class: 'high',
      issued: '2030-11',
      'redeem-until': '2031-03-01T00:00:00Z',
    });
    const etag = reply.headers.get('etag') ?? '';
    const again = await service.fetch('/.well-known/private-token-issuer-directory', {
      headers: { 'If-None-Match': etag },
    });
    expect(again.status).toBe(304);
  });

  it('is hashed into the audit heads, with an audit entry when it changes', async () => {
    await keepPassKeys(service.ctx);
    const hash = await sha256Hex(await (await read()).text());
    await signAuditHead(service.ctx);
    const headsOf = async () =>
      (
        await (
          await service.fetch('/.well-known/audit-heads.json')
        ).json<{ heads: { pass_directory?: string; signature: string }[] }>()
      ).heads;
    expect(await headsOf()).toMatchObject([{ pass_directory: hash }]);
    await signAuditHead(service.ctx);
    const entries = async () =>
      (
        await env.DB.prepare(
          "SELECT target_id FROM audit_entries WHERE action = 'pass_directory.publish'",
        ).all()
      ).results;
    expect(await entries()).toEqual([{ target_id: hash }]);
    goToTime('2030-12-02T03:17:00Z');
    await keepPassKeys(service.ctx);
    await signAuditHead(service.ctx);
    const [newest, before] = await headsOf();
    expect(newest?.pass_directory).not.toBe(hash);
    expect(before?.pass_directory).toBe(hash);
    expect(await entries()).toHaveLength(2);
  });

  it('is accompanied by rounded counts that reveal no individual', async () => {
    await keyFor(service.ctx);
    await env.DB.prepare('UPDATE pass_keys SET issued = 130 WHERE bracket = 18').run();
    const later = new Deployment({ PASS_FLOOR: '50' });
    const counts = await (
      await later.fetch('/.well-known/age-pass-counts.json')
    ).json<{ floor: number; keys: { bracket: string; passes_at_least: number }[] }>();
    expect(counts.floor).toBe(50);
    expect(counts.keys).toHaveLength(20);
    for (const { bracket, passes_at_least: least } of counts.keys)
      expect(least).toBe(bracket === '18+' ? 100 : 0);
  });
});

describe('the age of a pass', () => {
  it('is counted from the end of its month, since the exact day is unknown', () => {
    expect(daysSince('2030-11', Date.UTC(2030, 10, 20))).toBe(0);
    expect(daysSince('2030-11', Date.UTC(2030, 11, 1) + MINUTE_MS)).toBe(1);
    expect(daysSince('2030-11', Date.UTC(2030, 11, 1) + 30 * DAY_MS)).toBe(30);
  });
});
