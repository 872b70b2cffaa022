// The wallet Worker in its deployed form: its bundle in workerd, called through a service binding.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JudgeRequest } from '../../../src/wallet/wallet-wire.ts';
import { transcriptOf } from '../../../src/workers/wallet/handover.ts';
import { judge } from '../../../src/workers/wallet/judge.ts';
import { startWalletHost, type WalletHost } from '../../support/installation/wallet-host.ts';
import { issue } from '../../support/wallet/issuer.ts';
import { anchorOf, derOf, makeAuthority, makeSigner, NOW_MS } from '../../support/wallet/pki.ts';
import { answerSdJwt, issueSdJwt } from '../../support/wallet/sd-jwt.ts';
import { answer, seal } from '../../support/wallet/wallet.ts';
import example from './vectors/eu-av-example.json' with { type: 'json' };
import { offerRequest, PROTOCOLS } from './offers.ts';

let folder: string;
let host: WalletHost;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agate-wallet-'));
  host = await startWalletHost(folder);
}, 120_000);

afterAll(async () => {
  await host.stop();
  await rm(folder, { recursive: true });
});

async function offeredThere(wanted: Parameters<typeof offerRequest>[0] = {}) {
  const made = await host.makeOffer(await offerRequest(wanted));
  if (!made.ok) throw new Error(made.fault);
  return made;
}

describe.each(PROTOCOLS)('%s', (protocol) => {
  test.each(['P-256', 'P-384', 'P-521'] as const)(
    'with an authority of %s it proves an age, as in Node',
    async (curve) => {
      const authority = await makeAuthority({ curve });
      const made = await offeredThere({ credential: 'mdl' });
      const issued = await issue(await makeSigner(authority), { credential: 'mdl' });
      const request: JudgeRequest = {
        offer: made.offer,
        answer: await answer(made, protocol, issued),
        anchors: [anchorOf(authority)],
        nowMs: NOW_MS,
        isTest: true,
      };
      const verdict = await host.judge(request);
      expect(verdict).toMatchObject({ ok: true, facts: { element: 'age_over_18', value: true } });
      expect(verdict).toEqual(await judge(request));
      const forged = { ...request, anchors: [anchorOf(await makeAuthority())] };
      expect(await host.judge(forged)).toMatchObject({
        code: 'untrusted_issuer',
        details: { reason: expect.stringContaining('another key') },
      });
    },
  );
});

test.each(['direct_post', 'openid4vp-v1-signed'] as const)(
  'an SD-JWT VC proves an age by %s, as in Node',
  async (protocol) => {
    const authority = await makeAuthority();
    const made = await offeredThere({ credential: 'pid_de' });
    const issued = await issueSdJwt(await makeSigner(authority, { curve: 'P-384' }));
    const request: JudgeRequest = {
      offer: made.offer,
      answer: await answerSdJwt(made, protocol, issued),
      anchors: [anchorOf(authority)],
      nowMs: NOW_MS,
    };
    const verdict = await host.judge(request);
    expect(verdict).toMatchObject({ ok: true, facts: { credential: 'pid_de', value: true } });
    expect(verdict).toEqual(await judge(request));
    const forged = { ...request, anchors: [anchorOf(await makeAuthority())] };
    expect(await host.judge(forged)).toEqual({ ok: false, code: 'untrusted_issuer' });
  },
);

test("accepts the EU specification's own answer, whose certificate other parsers cannot read", async () => {
  const nowMs = Date.parse('2025-10-25T00:00:00Z');
  const { offer } = await offeredThere({ origin: example.origin, nowMs });
  offer.encryptionInfo = example.encryptionInfo;
  const info = (await transcriptOf(offer, 'org-iso-mdoc'))!;
  const response = new Uint8Array(Buffer.from(example.deviceResponse, 'base64url'));
  const { docType } = offer.asked;
  const request = {
    offer,
    answer: {
      protocol: 'org-iso-mdoc',
      data: { response: await seal(response, { key: { ...offer.hpkeKey! }, info }) },
    },
    anchors: [{ id: 'eu', certificate: example.certificate, docTypes: [docType] }],
    nowMs,
  };
  expect(await host.judge(request)).toMatchObject({ ok: true, facts: { anchorId: 'eu' } });
  const elsewhere = { ...offer, origin: 'https://elsewhere.example' };
  expect(await host.judge({ ...request, offer: elsewhere })).toEqual({
    ok: false,
    code: 'not_decryptable',
  });
});

test('reads a list of withdrawn credentials, and refuses one that inflates beyond 8 MiB', async () => {
  const authority = await makeAuthority();
  const signer = await makeSigner(authority);
  const uri = 'https://issuer.quarry.example/lists/1';
  const read = async (statuses: Uint8Array) => {
    const lst = deflateSync(statuses).toString('base64url');
    const token = await new SignJWT({ sub: uri, iat: NOW_MS / 1000, status_list: { bits: 1, lst } })
      .setProtectedHeader({
        alg: 'ES256',
        typ: 'statuslist+jwt',
        x5c: [Buffer.from(derOf(signer)).toString('base64')],
      })
      .sign(signer.key.privateKey);
    const anchors = [anchorOf(authority)];
    return host.readStatusList({ uri, token, docType: 'urn:eudi:pid:1', anchors, nowMs: NOW_MS });
  };
  expect(await read(new Uint8Array(125_000))).toMatchObject({ ok: true, bits: 1 });
  expect(await read(new Uint8Array(9 * 1024 * 1024))).toEqual({ ok: false, fault: 'unreadable' });
});

test('refuses unreadable input, and answers 404 over HTTP', async () => {
  const { offer } = await offeredThere();
  const nested = '81'.repeat(20_000);
  const token = JSON.stringify({
    proof_of_age: [Buffer.from(nested, 'hex').toString('base64url')],
  });
  const form = new URLSearchParams({ vp_token: token, state: offer.state }).toString();
  const request = { offer, answer: { form }, anchors: [], nowMs: NOW_MS };
  expect(await host.judge(request)).toEqual({ ok: false, code: 'malformed' });
  expect(await host.health()).toEqual({ ok: true });
  expect((await fetch(`${host.origin}/judge`)).status).toBe(404);
});

test('has at most 250 kB of script, compressed', async () => {
  expect(gzipSync(await readFile(join(folder, 'index.js'))).length).toBeLessThan(250_000);
});
