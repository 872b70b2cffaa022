import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  answerByAccount,
  mayHaveOffer,
  signInPath,
} from '../../../../widget/hosted/account/account-offer.ts';
import type { SessionView } from '../../../../widget/hosted/requests/wire.ts';
import { ended, sessionView } from '../../../gallery/support/session-views.ts';

const REQUEST = { purpose: 'age_verification', mode: 'auto', gate: 18 } as const;
const asked = (changes: Partial<SessionView> = {}) => sessionView({ request: REQUEST, ...changes });

describe('an account’s offer', () => {
  it.each<[string, SessionView]>([
    ['before a check whose customer takes an account’s word', asked()],
    ['after a passed check', ended('success')],
    ['after a passed check by phone', ended('success', undefined, { device: 'phone' })],
  ])('is requested %s', (_when, view) => {
    expect(mayHaveOffer(view)).toBe(true);
  });

  it.each<[string, SessionView]>([
    ['when the customer wants a face', asked({ request: { ...REQUEST, mode: 'facial' } })],
    [
      'when no age is asked about',
      asked({ request: { purpose: 'age_verification', mode: 'auto' } }),
    ],
    ['for an identity', asked({ request: { ...REQUEST, purpose: 'id_verification' } })],
    ['in a test', asked({ test: true })],
    ['during the check', asked({ step: 'liveness' })],
    ['after a check that was not passed', ended('failed', 'age_inconclusive')],
    ['after a check that was canceled', ended('canceled')],
  ])('is not requested %s', (_when, view) => {
    expect(mayHaveOffer(view)).toBe(false);
  });

  it('links to the sign-in page and back to this check', () => {
    expect(signInPath('a-session')).toBe('/signin?continue=%2Fv%2Fa-session');
    expect(signInPath('a-session', { fresh: true })).toBe(
      '/signin?continue=%2Fv%2Fa-session&fresh=1',
    );
  });

  it('shows that a check passed when the answer to the click was lost', async () => {
    const answers = [
      { success: false, error: { code: 'CONFLICT', message: 'refused' } },
      { success: true, data: ended('success') },
      { success: false, error: { code: 'CONFLICT', message: 'refused' } },
      { success: true, data: asked({ step: 'liveness' }) },
    ];
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answers.shift())));
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await answerByAccount('s1')).toMatchObject({ outcome: { status: 'success' } });
    // After this refusal, the page reads the session again. The session is still at the liveness
    // step, so the page reports the refusal and the visitor stays in the check.
    await expect(answerByAccount('s1')).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
