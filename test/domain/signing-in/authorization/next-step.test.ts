import { describe, expect, it } from 'vitest';
import {
  nextStep,
  type KnownFacts,
} from '../../../../src/domain/signing-in/authorization/next-step.ts';
import type { AgeBracket } from '../../../../src/domain/terms/age-bracket.ts';
import type { Prompt } from '../../../../src/domain/openid/grants/authorization-request.ts';

const NOW_MS = 1_800_000_000_000;
const REQUESTED_AT_MS = NOW_MS - 5_000;
const SCOPE = ['openid', 'age_verification'];

interface RequestOptions {
  prompt?: Prompt[];
  maxAgeSeconds?: number;
  subject?: string;
  scope?: string[];
  acrValues?: string[];
  ageThresholds?: AgeBracket[];
}

interface SignedIn {
  signedInAtMs?: number;
  amr?: string[];
}

/** Returns the next step. By default, the sign-in is an hour old and no consent has been given. */
function stepFor(asked: RequestOptions, known: Partial<KnownFacts> & SignedIn = {}) {
  const { signedInAtMs = NOW_MS - 3_600_000, amr = ['pwd'], ...facts } = known;
  const signIn = {
    account: { subject: 'xid_ada' },
    session: { authenticatedAtMs: signedInAtMs, amr },
  };
  return nextStep(
    { scope: SCOPE, prompt: [], requestedAtMs: REQUESTED_AT_MS, ...asked },
    { signIn, nowMs: NOW_MS, ...facts },
  );
}

const AGREED = { agreedScope: SCOPE };
const AGREED_18 = [...SCOPE, 'age:18'];
const FRESH = { signedInAtMs: REQUESTED_AT_MS };
const APPROVED = { isApproved: true };
const BY_FACE = { ...AGREED, ...FRESH, amr: ['face', 'rba'] };
const acr = (...names: string[]) => ({ acrValues: names.map((name) => `urn:agate:${name}`) });

describe('the next step of a request', () => {
  it.each<[string, RequestOptions, Parameters<typeof stepFor>[1], ReturnType<typeof nextStep>]>([
    ['nobody is signed in', {}, { signIn: undefined, ...AGREED }, 'sign_in'],
    ['nobody is signed in any more', {}, { signIn: undefined, ...APPROVED }, 'sign_in'],

    ['nothing was agreed', {}, {}, 'consent'],
    ['all of it was agreed earlier', {}, AGREED, 'leave'],
    ['more was agreed earlier', { scope: ['openid'] }, AGREED, 'leave'],
    ['less was agreed earlier', {}, { agreedScope: ['openid'] }, 'consent'],
    ['it is agreed to now', {}, APPROVED, 'leave'],

    ['prompt=none, agreed', { prompt: ['none'] }, AGREED, 'leave'],
    ['prompt=none, not agreed', { prompt: ['none'] }, {}, 'consent'],

    ['prompt=login, an older sign-in', { prompt: ['login'] }, AGREED, 'fresh_sign_in'],
    ['prompt=login, older, approved', { prompt: ['login'] }, APPROVED, 'fresh_sign_in'],
    ['prompt=login, signed in for it', { prompt: ['login'] }, { ...AGREED, ...FRESH }, 'leave'],
    ['prompt=login consent', { prompt: ['login', 'consent'] }, AGREED, 'fresh_sign_in'],

    ['a face, no methods named', {}, BY_FACE, 'leave'],
    ['a face, a level named', acr('level:ml'), BY_FACE, 'leave'],
    ['a face, a face named', acr('acr:passkey', 'acr:face'), BY_FACE, 'leave'],
    ['a face, other methods named', acr('acr:passkey'), BY_FACE, 'fresh_sign_in'],
    [
      'a face, others named, approved',
      acr('acr:password'),
      { ...BY_FACE, ...APPROVED },
      'fresh_sign_in',
    ],
    ['a password, a face named', acr('acr:face'), AGREED, 'leave'],

    ['max_age not over', { maxAgeSeconds: 3600 }, AGREED, 'leave'],
    ['max_age over', { maxAgeSeconds: 3599 }, AGREED, 'fresh_sign_in'],
    ['max_age over, approved', { maxAgeSeconds: 3599 }, APPROVED, 'fresh_sign_in'],
    ['max_age=0, an older sign-in', { maxAgeSeconds: 0 }, AGREED, 'fresh_sign_in'],
    ['max_age=0, signed in for it', { maxAgeSeconds: 0 }, { ...AGREED, ...FRESH }, 'leave'],

    ['the hint names this person', { subject: 'xid_ada' }, AGREED, 'leave'],
    ['the hint names another', { subject: 'xid_bob' }, AGREED, 'fresh_sign_in'],
    ['another, signed in for it', { subject: 'xid_bob' }, FRESH, 'fresh_sign_in'],

    ['prompt=consent, agreed earlier', { prompt: ['consent'] }, AGREED, 'consent'],
    ['prompt=consent, agreed now', { prompt: ['consent'] }, APPROVED, 'leave'],
    ['prompt=select_account', { prompt: ['select_account'] }, AGREED, 'select_account'],
    ['prompt=select_account, approved', { prompt: ['select_account'] }, APPROVED, 'leave'],

    ['an age is missing', {}, { hasVerifiedAge: false }, 'verify_age'],
    ['an age is there', {}, { hasVerifiedAge: true }, 'consent'],
    ['no age is asked for', { scope: ['openid'] }, { hasVerifiedAge: false }, 'consent'],
    ['an age is missing, agreed earlier', {}, { hasVerifiedAge: false, ...AGREED }, 'leave'],
    ['an age is missing, agreed now', {}, { hasVerifiedAge: false, ...APPROVED }, 'leave'],
    ['an age ended, agreed earlier', {}, { isAgeDue: true, ...AGREED }, 'verify_age'],
    ['an age ended, agreed now', {}, { isAgeDue: true, ...APPROVED }, 'leave'],
    [
      'an age ended that is not asked for',
      { scope: ['openid'] },
      { isAgeDue: true, ...AGREED },
      'leave',
    ],
    ['thresholds as agreed', { ageThresholds: [18] }, { agreedScope: AGREED_18 }, 'leave'],
    ['more thresholds', { ageThresholds: [18, 21] }, { agreedScope: AGREED_18 }, 'consent'],
    ['all thresholds', {}, { agreedScope: AGREED_18 }, 'consent'],
    ['more, where all were agreed before', { ageThresholds: [18, 21] }, AGREED, 'leave'],

    ['a level is missing, not agreed', {}, { meetsLevel: false }, 'consent'],
    ['a level is missing, agreed earlier', {}, { meetsLevel: false, ...AGREED }, 'raise_level'],
    ['a level is missing, agreed now', {}, { meetsLevel: false, ...APPROVED }, 'raise_level'],
    ['a level is met', {}, { meetsLevel: true, ...AGREED }, 'leave'],
    [
      'an age is missing, prompt=select_account',
      { prompt: ['select_account'] },
      { hasVerifiedAge: false },
      'verify_age',
    ],
  ])('when %s', (_, asked, known, step) => {
    expect(stepFor(asked, known)).toBe(step);
  });
});
