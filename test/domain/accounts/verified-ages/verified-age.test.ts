import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { bracketMetBy } from '../../../../src/domain/terms/age-bracket.ts';
import {
  forgetVerifiedAge,
  readKeptAge,
  readVerifiedAge,
  storeVerifiedAge,
} from '../../../../src/domain/accounts/verified-ages/verified-age.ts';
import { makeAccount } from '../../../support/account/accounts.ts';
import { keepAge, makeProof } from '../../../support/account/ages.ts';
import { makeContext, type TestContext } from '../../../support/installation/context.ts';

afterEach(() => void vi.useRealTimers());

/** @returns a context of the same service, with these changes to its policy on kept ages */
function withPolicy(changes: Partial<TestContext['config']['keptAges']>): TestContext {
  const ctx = makeContext();
  const keptAges = { ...ctx.config.keptAges, ...changes, version: JSON.stringify(changes) };
  return { ...ctx, config: { ...ctx.config, keptAges } };
}

it('a verified age has a bracket, a level, a date and a proof, and lasts a year (D-56)', async () => {
  const ctx = makeContext();
  const { id } = await makeAccount();
  expect(await readVerifiedAge(ctx, id)).toBeUndefined();
  const proof = makeProof();
  const stored = await keepAge({ id }, 18, proof);
  expect(stored).toMatchObject({ level: 'ml', proof, policyVersion: ctx.config.keptAges.version });
  expect(stored.expiresAtMs - stored.verifiedAtMs).toBe(365 * 86_400_000);
  expect(await readVerifiedAge(ctx, id)).toEqual(stored);
  vi.useFakeTimers({ toFake: ['Date'], now: stored.expiresAtMs });
  expect(await readVerifiedAge(ctx, id)).toBeUndefined();
});

it('a higher bracket replaces a lower one, and a newer check replaces an older one of the same bracket', async () => {
  const { id } = await makeAccount();
  const nowMs = Date.now();
  const store = (bracket: 15 | 18 | 21, verifiedAtMs: number, method: 'face' | 'wallet' = 'face') =>
    keepAge({ id }, bracket, { method, verifiedAtMs });
  expect(await store(18, nowMs - 10)).toMatchObject({ bracket: 18, verifiedAtMs: nowMs - 10 });
  expect(await store(15, nowMs)).toMatchObject({ bracket: 18, verifiedAtMs: nowMs - 10 });
  expect(await store(18, nowMs - 20)).toMatchObject({ bracket: 18, verifiedAtMs: nowMs - 10 });
  expect(await store(18, nowMs, 'wallet')).toMatchObject({ level: 'wallet', verifiedAtMs: nowMs });
  expect(await store(21, nowMs - 20)).toMatchObject({ bracket: 21, level: 'ml' });
});

it('a later document check replaces a higher estimate, and an earlier one does not', async () => {
  const { id } = await makeAccount();
  const nowMs = Date.now();
  const store = (bracket: 18 | 25, verifiedAtMs: number, method: 'face' | 'document') =>
    keepAge({ id }, bracket, { method, verifiedAtMs });
  await store(25, nowMs - 10, 'face');
  expect(await store(18, nowMs - 20, 'document')).toMatchObject({ bracket: 25, level: 'ml' });
  expect(await store(18, nowMs, 'document')).toMatchObject({ bracket: 18, level: 'document' });
});

it('of several concurrent writes the highest bracket stays, with its own proof', async () => {
  const { id } = await makeAccount();
  const proofs = [12, 15, 18, 21, 25, 25, 21, 18].map((bracket) => ({ bracket, ...makeProof() }));
  await Promise.all(proofs.map((one) => keepAge({ id }, one.bracket as 12, one)));
  const { age } = await readKeptAge(makeContext(), id);
  expect(age?.bracket).toBe(25);
  const sources = proofs.filter(({ bracket }) => bracket === 25).map(({ sessionId }) => sessionId);
  expect(sources).toContain(age?.proof.sessionId);
});

it('an expired bracket gives way to a lower one, and its owner can withdraw it', async () => {
  const ctx = makeContext();
  const { id } = await makeAccount();
  const { expiresAtMs } = await keepAge({ id }, 25, { method: 'wallet' });
  vi.useFakeTimers({ toFake: ['Date'], now: expiresAtMs });
  expect(await keepAge({ id }, 12)).toMatchObject({ bracket: 12 });
  await forgetVerifiedAge(ctx, id);
  expect(await readVerifiedAge(ctx, id)).toBeUndefined();
});

describe('the service’s own policy for kept ages', () => {
  it.each([
    ['a smaller margin', { marginYears: 6.9 }],
    ['fewer movements', { difficulty: 'easy' }],
  ] as const)('does not keep a check with %s', async (_what, proof) => {
    const ctx = makeContext();
    const { id } = await makeAccount();
    const age = { bracket: 18, proof: makeProof(proof), verifiedAtMs: Date.now() } as const;
    expect(await storeVerifiedAge(ctx, id, age)).toBeUndefined();
    expect(await readKeptAge(ctx, id)).toEqual({ mustRepeat: false });
  });

  it('applies to earlier ages when it is raised, and a new check then replaces them', async () => {
    const { id } = await makeAccount();
    await keepAge({ id }, 25);
    const raised = withPolicy({ minAssurance: 'edge' });
    expect(await readVerifiedAge(raised, id)).toBeUndefined();
    expect(await readKeptAge(raised, id)).toMatchObject({
      kept: { bracket: 25 },
      mustRepeat: true,
    });
    const fresh = { bracket: 18, verifiedAtMs: Date.now() } as const;
    const onDevice = { ...fresh, proof: makeProof() };
    expect(await storeVerifiedAge(raised, id, onDevice)).toBeUndefined();
    const atEdge = { ...fresh, proof: makeProof({ measured: 'edge' }) };
    expect(await storeVerifiedAge(raised, id, atEdge)).toMatchObject(atEdge);
  });

  it('requires only an assurance level of a document or a wallet, not margins and movements', async () => {
    const { id } = await makeAccount();
    const strict = withPolicy({ minAssurance: 'edge', marginYears: 20, minDifficulty: 'hard' });
    const proof = makeProof({ method: 'document', marginYears: 0, difficulty: 'easy' });
    const age = { bracket: 18, proof, verifiedAtMs: Date.now() } as const;
    expect(await storeVerifiedAge(strict, id, age)).toMatchObject({ level: 'document' });
  });

  it('ignores a row from before proofs were recorded, and lets any new check replace it', async () => {
    const ctx = makeContext();
    const { id } = await makeAccount();
    await env.DB.prepare(
      "INSERT INTO verified_ages (account_id, bracket, level, verified_at_ms, expires_at_ms) VALUES (?, 25, 'ml', ?, ?)",
    )
      .bind(id, Date.now(), Date.now() + 1e9)
      .run();
    expect(await readVerifiedAge(ctx, id)).toBeUndefined();
    expect(await readKeptAge(ctx, id)).toMatchObject({ kept: { bracket: 25 }, mustRepeat: true });
    expect(await keepAge({ id }, 12, { verifiedAtMs: Date.now() - 1000 })).toMatchObject({
      bracket: 12,
    });
  });
});

it('a withdrawn age is not restored by the same check, nor by forgetting it first', async () => {
  const ctx = makeContext();
  const { id } = await makeAccount();
  const kept = await keepAge({ id }, 18);
  const revokedAtMs = kept.verifiedAtMs + 1;
  await env.DB.prepare('UPDATE verified_ages SET revoked_at_ms = ?').bind(revokedAtMs).run();
  const again = { bracket: 18, proof: kept.proof, verifiedAtMs: kept.verifiedAtMs } as const;
  expect(await storeVerifiedAge(ctx, id, again)).toBeUndefined();
  await forgetVerifiedAge(ctx, id);
  expect(await storeVerifiedAge(ctx, id, again)).toBeUndefined();
  expect(await keepAge({ id }, 12, { verifiedAtMs: revokedAtMs + 1 })).toMatchObject({
    bracket: 12,
  });
});

test.each([
  [11, undefined],
  [12, 12],
  [14, 12],
  [15, 15],
  [16, 15],
  [18, 18],
  [20, 18],
  [21, 21],
  [24, 21],
  [25, 25],
  [99, 25],
])('a gate of %i implies the bracket %s', (gate, bracket) => {
  expect(bracketMetBy(gate)).toBe(bracket);
});
