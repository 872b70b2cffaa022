// The files and the database that `npm run conformance` prepares for the OpenID Foundation's suite.
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXPECTED_PROBLEMS, EXPECTED_SKIPS } from '../../../scripts/conformance/expected.ts';
import { FAPI_ALIAS, FAPI_PLAN } from '../../../scripts/conformance/fapi2.ts';
import { ALIASES, PLANS } from '../../../scripts/conformance/plans.ts';
import { configurationFile, prepare } from '../../../scripts/conformance/prepare.ts';
import { portOf, readSettings } from '../../../scripts/conformance/settings.ts';
import {
  WALLET_CONFIGURATIONS,
  WALLET_PLANS,
  WALLET_PROBLEMS,
} from '../../../scripts/conformance/wallet-plans.ts';
import { hashKey } from '../../../scripts/credentials.ts';
import { faultOfKeys } from '../../../src/domain/openid/clients/client-keys.ts';
import { CREDENTIALS } from '../../../src/wallet/age-claims.ts';
import { checkChain, readChain } from '../../../src/workers/wallet/chain.ts';
import { readAnchor } from '../../../src/workers/wallet/read-anchor.ts';
import { SCOPES } from '../../../src/domain/terms/scope.ts';
import { MODULES } from '../../contract/oauth-checklist.ts';

const ISSUER = 'https://op.example:9555';
const FAPI_MODULE = 'fapi2-security-profile-final-';
const SUITE = 'https://suite.example:8443';
const folder = mkdtempSync(join(tmpdir(), 'agate-conformance-'));
const settings = readSettings([`--issuer=${ISSUER}`, `--suite=${SUITE}`, `--folder=${folder}`]);
let prepared: Awaited<ReturnType<typeof prepare>>;

beforeAll(async () => {
  await prepare(settings);
  prepared = await prepare(settings);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const configuration = (alias: string) =>
  JSON.parse(readFileSync(configurationFile(folder, alias), 'utf8'));

/** Queries the database that the service will use. */
function rows(sql: string, ...values: string[]): Record<string, unknown>[] {
  const path = join(prepared.stateDirectory, 'v3/d1/miniflare-D1DatabaseObject');
  const [file = ''] = readdirSync(path).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  const database = new DatabaseSync(join(path, file), { readOnly: true });
  try {
    return database.prepare(sql).all(...values);
  } finally {
    database.close();
  }
}

const quote = (text: string) => text.replaceAll(/[.?+^$()[\]{}|\\]/g, '\\$&');

/**
 * Whether an address matches by the suite's rules: `*` matches anything, and the whole address must
 * match.
 */
const matches = (pattern: string, address: string) =>
  new RegExp(`^${pattern.split('*').map(quote).join('.*')}$`).test(address);

describe('prepare', () => {
  test('creates a certificate for the issuer’s host, with a key that only its owner can read', () => {
    const { certificate, key } = prepared.certificate;
    const read = new X509Certificate(readFileSync(certificate));
    expect(read.checkHost('op.example')).toBe('op.example');
    expect(read.checkHost('other.example')).toBe(undefined);
    expect(statSync(key).mode & 0o777).toBe(0o600);
  });

  test.each(ALIASES)('writes a configuration whose clients are in the database: %s', (alias) => {
    const { server, browser, ...written } = configuration(alias);
    expect(written.alias).toBe(alias);
    expect(server.discoveryUrl).toBe(`${ISSUER}/.well-known/openid-configuration`);
    expect(browser[0].match).toBe(`${ISSUER}/oauth/authorize*`);
    for (const name of ['client', 'client2', 'client_secret_post']) {
      const [row] = rows('SELECT * FROM oauth_clients WHERE id = ?', written[name].client_id);
      expect(row).toMatchObject({
        secret_hash: hashKey(written[name].client_secret),
        pkce_optional: 1,
        nonce_optional: 1,
        redirect_uris: JSON.stringify([
          `${SUITE}/test/a/${alias}/callback`,
          `${SUITE}/test/a/${alias}/callback?dummy1=lorem&dummy2=ipsum`,
        ]),
        post_logout_redirect_uris: JSON.stringify([
          `${SUITE}/test/a/${alias}/post_logout_redirect`,
        ]),
        backchannel_logout_uri:
          alias === 'agate-backchannel' ? `${SUITE}/test/a/${alias}/backchannel_logout` : null,
        frontchannel_logout_uri:
          alias === 'agate-frontchannel' ? `${SUITE}/test/a/${alias}/frontchannel_logout` : null,
      });
    }
    expect(statSync(configurationFile(folder, alias)).mode & 0o777).toBe(0o600);
  });

  test('distinguishes pages for the suite’s browser, even when an address contains others in its query', () => {
    const [visit, leave] = configuration('agate').browser;
    const tasksAt = (address: string, { tasks }: { tasks: { task: string; match: string }[] }) =>
      tasks.filter(({ match }) => matches(match, address)).map(({ task }) => task);
    const callback = `${SUITE}/test/a/agate/callback`;
    expect(tasksAt(`${ISSUER}/oauth/authorize?redirect_uri=${callback}/x`, visit)).toEqual([
      'Answer by form',
      'An error page',
    ]);
    expect(tasksAt(`${callback}?code=1&iss=${ISSUER}`, visit)).toEqual(['Back at the site']);
    const out = `${SUITE}/test/a/agate/post_logout_redirect`;
    expect(tasksAt(`${ISSUER}/oauth/logout?post_logout_redirect_uri=${out}`, leave)).toEqual([
      'Go on',
      'Signed out',
    ]);
    expect(tasksAt(`${out}?state=1`, leave)).toEqual(['Back at the site']);
  });

  test('takes a screenshot after signing out for the modules that need it', () => {
    const { browser, override } = configuration('agate');
    const confirm = ([, leave]: { tasks: { task: string; commands: string[][] }[] }[]) =>
      leave?.tasks.find(({ task }) => task === 'Confirm')?.commands.map(([command]) => command);
    expect(confirm(browser)).toEqual(['wait', 'click']);
    for (const name of ['no-params', 'only-state'])
      expect(confirm(override[`oidcc-rp-initiated-logout-${name}`].browser)).toEqual(['click']);
  });

  test('writes the FAPI 2.0 configuration, whose clients have a key instead of a secret', () => {
    const { alias, server, resource, browser, override, ...usual } = configuration(FAPI_ALIAS);
    const refused = override[`${FAPI_MODULE}user-rejects-authentication`];
    const rsa = override[`${FAPI_MODULE}ensure-signed-client-assertion-with-RS256-fails`];
    const clients = [usual, refused].flatMap(({ client, client2 }) => [client, client2]);
    expect([alias, server, resource]).toEqual([
      FAPI_ALIAS,
      { discoveryUrl: `${ISSUER}/.well-known/openid-configuration` },
      { resourceUrl: `${ISSUER}/oauth/userinfo` },
    ]);
    expect(browser[0].match).toBe(`${ISSUER}/oauth/authorize*`);
    expect(JSON.stringify(refused.browser)).toContain('deny');
    expect(rsa.client.jwks.keys[0]).toMatchObject({ kty: 'RSA', alg: 'PS256' });
    for (const { client_id: id, jwks, scope } of [...clients, rsa.client]) {
      const [row] = rows('SELECT * FROM oauth_clients WHERE id = ?', id);
      expect(row).toMatchObject({
        secret_hash: '',
        profile: 'fapi2',
        private_key_jwt: 1,
        require_pushed: 1,
        dpop_bound_access_tokens: 1,
        id_token_alg: 'ES256',
        pkce_optional: 0,
        scopes: JSON.stringify(scope.split(' ')),
      });
      const known = JSON.parse(String(row?.['jwks']));
      expect(faultOfKeys(known)).toBe(undefined);
      expect(jwks.keys[0]).toMatchObject({ ...known.keys[0], d: expect.any(String) });
    }
    expect(FAPI_PLAN).toMatch(
      /^fapi2-security-profile-final-test-plan\[client_auth_type=private_key_jwt\]/,
    );
  });

  test.each(Object.entries(WALLET_CONFIGURATIONS))(
    'gives the suite’s wallet a signer below a listed anchor: %s',
    async (name, { credential }) => {
      const {
        alias,
        credential: { signing_jwk: jwk },
      } = configuration(name);
      expect(alias).toBe(name);
      expect(jwk).toMatchObject({ kty: 'EC', crv: 'P-256', d: expect.any(String) });
      const [row] = rows('SELECT * FROM wallet_anchors');
      const [certificate, docTypes] = [row?.['certificate'], row?.['doc_types']].map(String) as [
        string,
        string,
      ];
      expect(await readAnchor(certificate)).toMatchObject({
        ok: true,
        isAuthority: true,
        sha256: row?.['sha256'],
      });
      const { docType } = CREDENTIALS[credential];
      expect(JSON.parse(docTypes)).toContain(docType);
      const chain = readChain(
        jwk.x5c.map((one: string) => new Uint8Array(Buffer.from(one, 'base64'))),
      );
      const anchors = [{ id: 'own', certificate, docTypes: [docType] }];
      const { signerUsage } = CREDENTIALS[credential];
      const rules = { docType, signerUsage, anchors, nowMs: Date.now() + 1000 };
      expect(await checkChain(chain!, rules)).toBe('own');
      expect(statSync(configurationFile(folder, name)).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder).filter((file) => /^wallet-.*pem$/.test(file))).toEqual([]);
    },
  );

  test('expects the problems that the wallets’ credentials have', () => {
    const read = JSON.parse(readFileSync(prepared.walletProblemsFile, 'utf8'));
    expect(read).toEqual(WALLET_PROBLEMS);
    expect(WALLET_PLANS).toHaveLength(4);
    for (const [plan] of WALLET_PLANS)
      expect(plan).toMatch(/^oid4vp-1final-verifier-test-plan(\[\w+=[\w.]+\]){5}$/);
  });

  test('starts fresh, without data of an earlier run', () => {
    const clients = rows('SELECT id FROM oauth_clients WHERE pkce_optional = 1');
    expect(clients).toHaveLength(3 * ALIASES.length);
  });

  test('has the account that the suite’s browser signs in with', () => {
    const [, [, , , email]] = configuration('agate').browser[0].tasks[0].commands;
    expect(
      rows("SELECT 1 FROM accounts WHERE email = ? AND status = 'active'", email),
    ).toHaveLength(1);
  });

  test('writes the expected results in the suite’s format, each with a reason', () => {
    const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
    expect(read(prepared.problemsFile)).toEqual(EXPECTED_PROBLEMS);
    expect(read(prepared.skipsFile)).toEqual(EXPECTED_SKIPS);
    for (const { comment } of [...EXPECTED_PROBLEMS, ...EXPECTED_SKIPS])
      expect(comment).toMatch(/\.$/);
  });
});

test('lists expectations only for existing modules, and skips only for unsupported features', () => {
  const named = (expected: readonly { 'test-name': string }[]) =>
    expected.map((entry) => entry['test-name']);
  const modules = [MODULES['flows/conformance/basic'], MODULES['flows/conformance/config']].flat();
  const all = [...named(EXPECTED_PROBLEMS), ...named(EXPECTED_SKIPS)];
  expect(modules).toEqual(
    expect.arrayContaining(all.filter((name) => !name.startsWith(FAPI_MODULE))),
  );
  expect(all.filter((name) => name.startsWith(FAPI_MODULE))).toEqual([
    `${FAPI_MODULE}test-claims-parameter-identity-claims`,
  ]);
  expect(SCOPES).not.toContain('address');
  expect(SCOPES).not.toContain('phone');
  // This module requests only openid and email, in reverse order, so it needs no skip.
  expect(named(EXPECTED_SKIPS)).not.toContain('oidcc-alternate-happy-flow');
});

test('names the plans of the supported profiles', () => {
  expect(PLANS.map(([plan]) => plan.replace(/\[.*/, ''))).toEqual([
    'oidcc-config-certification-test-plan',
    'oidcc-basic-certification-test-plan',
    'oidcc-formpost-basic-certification-test-plan',
    'oidcc-rp-initiated-logout-certification-test-plan',
    'oidcc-backchannel-rp-initiated-logout-certification-test-plan',
    'oidcc-frontchannel-rp-initiated-logout-certification-test-plan',
  ]);
});

test.each([
  'http://op.example',
  'https://op.example/path',
  'https://op.example?x',
  'https://user@op.example',
  'op.example',
])('refuses an issuer that is not an https origin: %s', (issuer) => {
  expect(() => readSettings([`--issuer=${issuer}`])).toThrow('--issuer');
});

test('uses the issuer’s port, and the https default without one', () => {
  expect([portOf('https://a.example:9443'), portOf('https://a.example')]).toEqual([9443, 443]);
  expect(() => readSettings(['--isuer=https://a.example'])).toThrow('isuer');
});
