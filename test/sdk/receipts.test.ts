// verifyReceipt, and the script printed in docs/receipts.md: both accept and refuse the same
// receipts.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  AgateConnectionError,
  ReceiptVerificationError,
  verifyReceipt,
  type DeletionReceipt,
  type ReceiptKeys,
} from '../../sdk/src/index.ts';

const TOKEN = 'xtk_example';
const STATEMENT: DeletionReceipt = {
  iss: 'https://verify.example',
  session: createHash('sha256').update(TOKEN).digest('base64url'),
  status: 'success',
  decided_at: '2026-11-22T13:00:04Z',
  policy: '1',
  received: [
    {
      step: 'liveness',
      pictures: 1,
      uploads: 1,
      hashes: [createHash('sha256').update('a picture').digest('base64url')],
      received_at: '2026-11-22T13:00:00Z',
      dropped_at: '2026-11-22T13:00:01Z',
    },
  ],
  models: [{ file: 'faceres.bin', sha256: 'ab'.repeat(32) }],
};

const folder = mkdtempSync(join(tmpdir(), 'receipt-'));
const ours = await generateKeyPair('RS256', { extractable: true });
const theirs = await generateKeyPair('RS256', { extractable: true });
const toKeys = async (pair: typeof ours, kid = 'k1'): Promise<ReceiptKeys> => ({
  keys: [{ ...(await exportJWK(pair.publicKey)), use: 'sig', alg: 'RS256', kid }],
});
const KEYS = await toKeys(ours);

const sign = (
  statement: object,
  { pair = ours, typ = 'agate-receipt+jwt', kid = 'k1' } = {},
): Promise<string> =>
  new SignJWT({ ...statement })
    .setProtectedHeader({ alg: 'RS256', typ, kid })
    .sign(pair.privateKey);

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Runs the script printed in docs/receipts.md, with the receipt and the keys in files. */
function runScript(receipt: string, keys: ReceiptKeys, token?: string): string {
  writeFileSync(join(folder, 'receipt.txt'), receipt);
  writeFileSync(join(folder, 'receipt-keys.json'), JSON.stringify(keys));
  const files = ['verify-receipt.mjs', 'receipt.txt', 'receipt-keys.json'];
  return execFileSync(process.execPath, token === undefined ? files : [...files, token], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

beforeAll(() => {
  const [, script] = /```js\n(.*?)```/s.exec(readFileSync('docs/receipts.md', 'utf8')) ?? [];
  writeFileSync(join(folder, 'verify-receipt.mjs'), script ?? '');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('a receipt that the service signed', () => {
  test('verifies with saved keys, alone and as the last line of the visitor’s file', async () => {
    const receipt = await sign(STATEMENT);
    const file = `${JSON.stringify({ status: 'failed' }, null, 2)}\n\n${receipt}\n`;
    for (const text of [receipt, file]) {
      const trust = { jwks: KEYS, issuer: 'https://verify.example', token: TOKEN };
      expect(await verifyReceipt(text, trust)).toEqual(STATEMENT);
      expect(JSON.parse(runScript(text, KEYS, TOKEN))).toEqual(STATEMENT);
    }
  });

  test('verifies with the keys that its issuer publishes', async () => {
    const asked: string[] = [];
    let published: object | null = KEYS;
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end(JSON.stringify(published));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void server.close());
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const receipt = await sign({ ...STATEMENT, iss: issuer });
    expect(await verifyReceipt(receipt, { issuer: `${issuer}/` })).toMatchObject({ iss: issuer });
    expect(asked).toEqual(['/.well-known/receipt-keys.json']);
    await expect(verifyReceipt(receipt, { issuer: 'http://127.0.0.1:1' })).rejects.toBeInstanceOf(
      AgateConnectionError,
    );
    // Neither response is a list of keys; a different site at the issuer's address might return
    // either.
    for (published of [{ success: false }, null])
      await expect(verifyReceipt(receipt, { issuer })).rejects.toBeInstanceOf(AgateConnectionError);
  });
});

const [header, , signature] = (await sign(STATEMENT)).split('.');
const cases: [string, string, ReceiptKeys?, string?][] = [
  ['another status', `${header}.${encode({ ...STATEMENT, status: 'failed' })}.${signature}`],
  ['the key of somebody else', await sign(STATEMENT, { pair: theirs })],
  ['a key that is not among ours', await sign(STATEMENT, { pair: theirs, kid: 'k2' })],
  ['keys of another service', await sign(STATEMENT), await toKeys(theirs)],
  ['an ID token', await sign(STATEMENT, { typ: 'JWT' })],
  ['an access token', await sign(STATEMENT, { typ: 'at+jwt' })],
  ['no signature', `${encode({ alg: 'none', typ: 'agate-receipt+jwt' })}.${encode(STATEMENT)}.`],
  ['a fourth part', `${await sign(STATEMENT)}.x`],
  ['another session', await sign(STATEMENT), KEYS, 'xtk_other'],
  ['no token at all', 'nothing to see here'],
  ['an empty file', ''],
];

describe('is refused by the SDK and by the script', () => {
  test.each(cases)('for %s', async (_what, receipt, keys = KEYS, token = TOKEN) => {
    await expect(verifyReceipt(receipt, { jwks: keys, token })).rejects.toBeInstanceOf(
      ReceiptVerificationError,
    );
    expect(() => runScript(receipt, keys, token)).toThrow('Command failed');
  });

  test('for another service, even if its keys are trusted', async () => {
    const trust = { jwks: KEYS, issuer: 'https://other.example' };
    await expect(verifyReceipt(await sign(STATEMENT), trust)).rejects.toThrow('another service');
  });
});
