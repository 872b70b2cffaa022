// `agate pack verify`: an archive as the service creates it, and manipulated copies of it.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { run } from '../../sdk/cli/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'pack-'));
afterAll(() => rmSync(folder, { recursive: true }));
const ours = await generateKeyPair('RS256', { extractable: true });
const theirs = await generateKeyPair('RS256', { extractable: true });
const KEYS = {
  keys: [{ ...(await exportJWK(ours.publicKey)), use: 'sig', alg: 'RS256', kid: 'k1' }],
};

const save = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const JWKS = save('keys.json', JSON.stringify(KEYS));

const FILES = { 'evidence.en.html': '<p>Seen</p>', 'figures.json': '{"a":1}\n' };

interface Made {
  pair?: typeof ours;
  typ?: string;
  iss?: string;
  /** A change to the files after they have been signed. */
  after?: (files: Record<string, string>) => void;
}

async function makePack({ pair = ours, typ = 'agate-pack+jwt', iss, after }: Made = {}) {
  const files: Record<string, string> = { ...FILES };
  const hashed = Object.entries(files).map(([name, text]) => ({
    name,
    sha256: createHash('sha256').update(text).digest('hex'),
  }));
  const statement = {
    iss: iss ?? 'https://verify.example',
    sub: 'ten_1',
    jurisdiction: 'FR',
    from: '2026-10-01',
    to: '2026-10-31',
    files: hashed,
  };
  files['signature.jws'] = await new SignJWT(statement)
    .setProtectedHeader({ alg: 'RS256', typ, kid: 'k1' })
    .sign(pair.privateKey);
  after?.(files);
  const encode = (text: string) => new TextEncoder().encode(text);
  return save(
    `${crypto.randomUUID()}.zip`,
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, encode(text)]))),
  );
}

async function verify(...args: string[]) {
  const [out, notes]: [string[], string[]] = [[], []];
  const code = await run(['pack', 'verify', ...args], {
    env: {},
    print: (line) => void out.push(line),
    json: false,
    readSecret: async () => '',
    note: (line) => void notes.push(line),
    stopped: new AbortController().signal,
    now: () => 0,
    sleep: async () => undefined,
  });
  return { code, out: out.join('\n'), notes: notes.join('\n') };
}

describe('agate pack verify', () => {
  it('prints what was signed, and makes no request with saved keys', async () => {
    const { code, out, notes } = await verify(await makePack(), '--jwks', JWKS);
    expect([code, notes]).toEqual([0, '']);
    expect(out).toContain(
      'The pack is as https://verify.example signed it: 2 files, FR, 2026-10-01',
    );
  });

  it.each<[string, Made, string]>([
    [
      'a file that was changed',
      { after: (files) => (files['figures.json'] = '{"a":2}\n') },
      'figures.json was changed after it was signed.',
    ],
    [
      'a file that is missing',
      { after: (files) => delete files['figures.json'] },
      'figures.json is missing.',
    ],
    [
      'a file that was added',
      { after: (files) => (files['certificate.pdf'] = 'x') },
      'certificate.pdf was added',
    ],
    [
      'no signature',
      { after: (files) => delete files['signature.jws'] },
      'it has no signature.jws',
    ],
    ['another’s key', { pair: theirs }, 'The signature does not match.'],
    [
      'a receipt instead of the signature',
      { typ: 'agate-receipt+jwt' },
      'This is not an evidence pack.',
    ],
  ])('refuses %s', async (_what, made, why) => {
    const { code, notes } = await verify(await makePack(made), '--jwks', JWKS);
    expect([code, notes]).toEqual([1, expect.stringContaining(why)]);
  });

  it('refuses a file that is not a zip, truncated or missing, and invalid keys', async () => {
    const whole = await makePack();
    expect((await verify(save('none.zip', 'PK nothing'), '--jwks', JWKS)).code).toBe(1);
    expect((await verify(join(folder, 'absent.zip'), '--jwks', JWKS)).code).toBe(1);
    expect((await verify(whole, '--jwks', save('bad.json', '[]'))).notes).toContain('has no keys');
    expect((await verify()).code).toBe(2);
  });

  it('refuses a pack of another service than the named one', async () => {
    const path = await makePack();
    const named = await verify(path, '--jwks', JWKS, '--issuer', 'https://verify.example/');
    expect(named.code).toBe(0);
    const other = await verify(path, '--jwks', JWKS, '--issuer', 'https://else.example');
    expect([other.code, other.notes]).toEqual([
      1,
      'The pack is from another service: https://verify.example.',
    ]);
  });

  it('fetches the keys from the service when none are saved, and prints whose they are', async () => {
    const server = createServer((_, response) => response.end(JSON.stringify(KEYS)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const iss = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const found = await verify(await makePack({ iss }));
    expect([found.code, found.notes]).toEqual([
      0,
      expect.stringContaining(`keys were fetched from ${iss}`),
    ]);
  });
});
