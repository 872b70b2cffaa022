// Trust anchors for proofs from wallets, as operators list and remove them (D-146).
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAnchor } from '../../../src/workers/wallet/read-anchor.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import { unbindWallet } from '../../support/visitor/trusted-wallet.ts';

/** The certificate of CN=Quarry Authority, valid until the end of 2049. */
const AUTHORITY =
  'MIIBYzCCAQigAwIBAgIBAjAKBggqhkjOPQQDAjAoMRkwFwYDVQQDExBRdWFycnkgQXV0aG9yaXR5MQswCQYDVQQGEwJVVDAeFw0yNjAxMDEwMDAwMDBaFw00OTEyMzEwMDAwMDBaMCgxGTAXBgNVBAMTEFF1YXJyeSBBdXRob3JpdHkxCzAJBgNVBAYTAlVUMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHQJPCpw5g+dogBQ6wT74dwDRMt+TsdYF6AMJYz4BMUP7+lQuPxRcnLSUNeth2ILtsOt6SY3Mo5R3XBXyhPrrtaMjMCEwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAgQwCgYIKoZIzj0EAwIDSQAwRgIhAN1DjvC0OFEOZ6oY63QLa7AK8NIwbhg1xbwP/cNHWGkaAiEApeUQW3Cqj23IxolkGrDgowz1fzC8/43TD4FQjcdv2lU=';
/** A self-signed certificate without extensions, so it is not a certification authority's. */
const PLAIN =
  'MIIBKjCB0aADAgECAgEDMAoGCCqGSM49BAMCMB0xGzAZBgNVBAMTEnd3dy5xdWFycnkuZXhhbXBsZTAeFw0yNjAxMDEwMDAwMDBaFw00OTEyMzEwMDAwMDBaMB0xGzAZBgNVBAMTEnd3dy5xdWFycnkuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOAGpdRDvdjbs4KkTFUXaPvlsEFYEeskvg+0tIERlV1WGfCYXkm1Fnl4bgh/g4cwA+oMKxt15QbTfG6BVpHyG0KjAjAAMAoGCCqGSM49BAMCA0gAMEUCICrEyF/NHV256SYsf4dpr25Q52H7pKR11nZutut+8cIfAiEA2fTlvnADyQ0abaISLOuojlFcJqWb9BCdmSlV/xawsi0=';

let token: string;
beforeEach(async () => {
  token = (await makeAdmin()).token;
  bind(readAnchor);
});
afterEach(unbindWallet);

/** Binds the wallet Worker's own code in place of the Worker. */
const bind = (read: typeof readAnchor): void =>
  void Object.assign(env, { WALLET: { readAnchor: read } });

async function add(body: Record<string, unknown> = {}) {
  const sent = {
    name: 'Quarry',
    certificate: AUTHORITY,
    doc_types: ['eu.europa.ec.av.1'],
    ...body,
  };
  const reply = await ask('POST', '/wallet/anchors', token, sent);
  return { status: reply.status, data: reply.body.data as Anchor, error: reply.body.error };
}

interface Anchor {
  id: string;
}

const list = async () => (await ask('GET', '/wallet/anchors', token)).body.data;
const auditOf = async (action: string) =>
  (await ask('GET', `/audit?action=${action}`, token)).body.data;

describe('the list of anchors', () => {
  it('is empty at first', async () => {
    expect(await list()).toEqual([]);
  });

  it('has what an operator added, and the audit log says who added what', async () => {
    const { status, data } = await add();
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.stringMatching(/^wan_/),
      name: 'Quarry',
      subject: 'CN=Quarry Authority, C=UT',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      doc_types: ['eu.europa.ec.av.1'],
      not_after: '2049-12-31T00:00:00Z',
      added_at: expect.any(String),
    });
    expect(await list()).toEqual([data]);
    expect(await auditOf('wallet_anchor.add')).toMatchObject([
      { target_type: 'wallet_anchor', target_id: data.id, after: { name: 'Quarry' } },
    ]);
  });

  it('accepts PEM as well', async () => {
    const lines = AUTHORITY.replaceAll(/(.{64})/g, '$1\n');
    const certificate = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
    expect(await add({ certificate })).toMatchObject({ status: 201 });
  });

  it('has a certificate once, and accepts it again after it was removed', async () => {
    const { data } = await add();
    expect(await add({ name: 'Again' })).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT' },
    });
    expect(await ask('DELETE', `/wallet/anchors/${data.id}`, token)).toMatchObject({
      status: 200,
    });
    expect(await list()).toEqual([]);
    expect(await auditOf('wallet_anchor.remove')).toMatchObject([
      { target_id: data.id, before: { name: 'Quarry' } },
    ]);
    expect(await ask('DELETE', `/wallet/anchors/${data.id}`, token)).toMatchObject({
      status: 404,
    });
    expect(await add()).toMatchObject({ status: 201 });
  });
});

describe('an anchor of a trust list (D-150)', () => {
  it.each([
    ['counts as long as the list does', 1, ['AVTL UT']],
    ['does not count after that', -1, []],
  ])('%s', async (_, days, lists) => {
    await add();
    await env.DB.prepare('UPDATE wallet_anchors SET list_name = ?, list_until_ms = ?')
      .bind('AVTL UT', Date.now() + days * 86_400_000)
      .run();
    expect((await list()).map(({ list: name }: { list?: string }) => name)).toEqual(lists);
  });
});

describe('the list refuses', () => {
  it.each([
    ['text that is not a certificate', { certificate: 'AAAA' }, 'must be a certificate'],
    ['text that is not base64', { certificate: '*' }, 'must be a certificate'],
    [
      'a certificate for another usage',
      { certificate: PLAIN },
      'must be of a certification authority',
    ],
    ['an anchor without a document type', { doc_types: [] }, 'doc_types must name at least one'],
    [
      'an anchor of an unknown document type',
      { doc_types: ['example.library'] },
      'doc_types must be of',
    ],
    ['an anchor without a name', { name: '' }, 'name'],
    ['a certificate that is too long', { certificate: 'A'.repeat(8_001) }, 'at most 8,000'],
  ])('%s', async (_, body, says) => {
    const { status, error } = await add(body);
    expect(status).toBe(400);
    expect(JSON.stringify(error)).toContain(says);
    expect(await list()).toEqual([]);
    expect(await auditOf('wallet_anchor.add')).toEqual([]);
  });

  it('an expired certificate', async () => {
    const read = await readAnchor(AUTHORITY);
    if (!read.ok) throw new Error(read.fault);
    bind(async () => ({ ...read, notAfterMs: Date.now() }));
    expect(await add()).toMatchObject({
      status: 400,
      error: { message: 'certificate has ended.' },
    });
  });

  it('any certificate while no wallet Worker is bound', async () => {
    unbindWallet();
    expect(await add()).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
  });
});
