// What is concluded from a genuine wallet proof: rows 9 to 11 of the table in D-146.
import { describe, expect, test } from 'vitest';
import { concludeWallet, isKeptOnce } from '../../src/wallet/conclude.ts';
import type { WalletFacts } from '../../src/wallet/wallet-wire.ts';

const FACTS: WalletFacts = {
  credential: 'eu_av',
  element: 'age_over_18',
  value: true,
  anchorId: 'anchor',
  issuer: 'Quarry Signer',
  validUntilMs: 1,
  deviceKeyHash: 'hash',
};
const FRESH = { gate: 18, isRevoked: false, wasShown: false };
const refused = (code: string) => ({ ok: false, code });

describe('a genuine proof', () => {
  test('passes when it decides the age', () => {
    expect(concludeWallet(FACTS, FRESH)).toEqual({ ok: true });
  });

  test('row 9: is refused when its issuer has withdrawn it, whatever else it contains', () => {
    const shown = { ...FRESH, isRevoked: true, wasShown: true };
    expect(concludeWallet({ ...FACTS, value: false }, shown)).toEqual(refused('revoked'));
  });

  test('row 10: of a single-use credential is refused the second time', () => {
    const shown = { ...FRESH, wasShown: true };
    expect(concludeWallet(FACTS, shown)).toEqual(refused('replayed'));
    expect(isKeptOnce(FACTS)).toBe(true);
  });

  test('row 10: a licence may be shown again, and nothing about it is stored', () => {
    const licence = { ...FACTS, credential: 'mdl' } as const;
    expect(concludeWallet(licence, { ...FRESH, wasShown: true })).toEqual({ ok: true });
    expect(isKeptOnce(licence)).toBe(false);
  });

  test('row 11: fails a person who is too young', () => {
    expect(concludeWallet({ ...FACTS, value: false }, FRESH)).toEqual(
      refused('age_below_threshold'),
    );
  });

  test('row 11: does not fail a person who is below an age higher than the gate', () => {
    const younger = { ...FRESH, gate: 16 };
    expect(concludeWallet({ ...FACTS, value: false }, younger)).toEqual(refused('age_undecided'));
  });
});
