// Runs checks with proofs instead of the camera: a wallet presentation, age passes, and an age key.
import type { MadeOffer } from '../../src/wallet/wallet-wire.ts';
import { makeAuthenticator } from '../../test/support/account/authenticator.ts';
import { issue } from '../../test/support/wallet/issuer.ts';
import { type Certified, derOf, makeAuthority, makeSigner } from '../../test/support/wallet/pki.ts';
import { answer } from '../../test/support/wallet/wallet.ts';
import { blindBatch, finishBatch } from '../../widget/hosted/passes/token.ts';
import { checkAtEdge } from './check-journeys.ts';
import type { Note } from './journeys.ts';
import { PageVisit } from './page-visit.ts';
import type { MeteredService } from './metered-service.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 10;

interface KeyOptions {
  options: { challenge: string; user: { id: string } };
}

type PublishedKey = Record<'token-key' | 'bracket' | 'class', string>;

/** Creates an issuer and adds its authority to the wallet issuers that the operator trusts. */
export async function listIssuer({ agate }: MeteredService): Promise<Certified> {
  const nowMs = Date.now();
  const period = { notBefore: new Date(nowMs - DAY_MS), notAfter: new Date(nowMs + DAY_MS) };
  const authority = await makeAuthority(period);
  const certificate = Buffer.from(derOf(authority)).toString('base64');
  const database = await agate.miniflare.getD1Database('DB');
  await database
    .prepare(
      `INSERT INTO wallet_anchors (id, name, certificate, sha256, subject, doc_types, not_after_ms, added_at_ms)
       VALUES ('wan_cost', 'Quarry', ?, 'cost', 'CN=Quarry', '["eu.europa.ec.av.1"]', ?, ?)`,
    )
    .bind(certificate, nowMs + DAY_MS, nowMs)
    .run();
  return makeSigner(authority, period);
}

export async function runProofs(
  service: MeteredService,
  note: Note,
  issuer: Certified,
): Promise<void> {
  await note('wallet', () => proveByWallet(service, issuer));
  const visit = await checkAtEdge(service, { key: service.keys.quiet });
  const [pass = ''] = await note('passes', () => takePasses(service, visit));
  await note('pass', () => redeem(service, pass));
  const device = await makeAuthenticator();
  const { origin } = service.agate;
  const { options } = await visit.step<KeyOptions>('key/options', { act: 'make', age: 18 });
  const made = await device.register(options, { origin });
  await visit.step('key', { act: 'make', response: made });
  await note('key', async () => {
    const fields = { accept: { methods: ['face', 'key'] } };
    const other = await PageVisit.open(service, service.keys.quiet, fields);
    const asked = await other.step<KeyOptions>('key/options', { act: 'use', age: 18 });
    const response = await device.sign(asked.options, { origin });
    await other.step('key', { act: 'use', response });
    await other.expectPassed();
  });
}

async function proveByWallet(service: MeteredService, issuer: Certified): Promise<void> {
  const visit = await PageVisit.open(service, service.keys.quiet, {});
  const wish = { credential: 'eu_av', gate: 18, way: 'browser' };
  const offered = await visit.step<object>('wallet/offer', wish);
  const nowMs = Date.now();
  const validity = {
    signed: new Date(nowMs - DAY_MS / 24),
    validFrom: new Date(nowMs - DAY_MS / 24),
    validUntil: new Date(nowMs + DAY_MS / 2),
  };
  const offer = { ok: true, offer: { origin: service.agate.origin }, ...offered };
  const credential = await issue(issuer, { validity });
  const answered = await answer(offer as unknown as MadeOffer, 'org-iso-mdoc', credential);
  await visit.step('wallet/answer', answered);
  await visit.expectPassed();
}

/** Obtains ten passes after a passed check. */
async function takePasses({ agate }: MeteredService, visit: PageVisit): Promise<string[]> {
  const { passes } = await visit.view();
  const directory = await fetch(`${agate.origin}/.well-known/private-token-issuer-directory`);
  const { 'token-keys': keys } = (await directory.json()) as { 'token-keys': PublishedKey[] };
  const key = keys.find((one) => one.bracket === passes?.bracket && one.class === passes.class);
  if (key === undefined) throw new Error('The schedule made no key.');
  const batch = await blindBatch(key['token-key'], new URL(agate.origin).host, AT_ONCE);
  const response = await fetch(`${agate.origin}/v/sessions/${visit.id}/passes`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/octet-stream',
      'Sec-Fetch-Site': 'same-origin',
      Cookie: visit.cookies,
    },
    body: batch.body,
  });
  if (!response.ok) throw new Error(`passes: ${response.status} ${await response.text()}`);
  return finishBatch(batch, new Uint8Array(await response.arrayBuffer()));
}

async function redeem({ agate, keys }: MeteredService, token: string): Promise<void> {
  const response = await fetch(`${agate.origin}/verify/v1/passes/redeem`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': keys.quiet },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) throw new Error(`redeem: ${response.status} ${await response.text()}`);
}
