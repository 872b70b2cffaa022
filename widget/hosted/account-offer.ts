// What the person's own account can do for a check: asked for beside it, and never in its way.
import { useEffect, useState } from 'preact/hooks';
import type { AccountOffer, SessionView } from '../../src/routes/hosted/schemas.ts';
import { readAccountOffer } from './api.ts';
import { sessionPath } from './entry.ts';

/** Browsers keep the account's cookie from frames of other sites, and signing in is for no frame. */
const isFramed = (): boolean => window.parent !== window;

/** Whether asking can bring anything: before a check whose customer takes an account's word, and after a passed one. */
export function mayHaveOffer({ test, request, step, outcome }: SessionView): boolean {
  if (test || request.purpose !== 'age_verification' || request.gate === undefined) return false;
  return step === 'consent' ? request.mode === 'auto' : outcome?.status === 'success';
}

/** @returns the offer once it is known, and a function that asks again */
export function useAccountOffer(
  view: SessionView,
): [offer: AccountOffer | undefined, askAgain: () => Promise<void>] {
  const [offer, setOffer] = useState<AccountOffer>();
  const ask = () => readAccountOffer(view.id).then(setOffer, () => setOffer(undefined));
  useEffect(() => {
    if (mayHaveOffer(view) && !isFramed()) void ask();
  }, [view.step]);
  return [offer, ask];
}

/** Where people sign in and come back from to this very check. @param fresh although they are signed in */
export function signInPath(id: string, { fresh = false } = {}): string {
  const query = new URLSearchParams({ continue: sessionPath(id), ...(fresh && { fresh: '1' }) });
  return `/signin?${query.toString()}`;
}
