// What the visitor's own account offers for a check: reusing a proven age, or keeping the result.
// The offer is requested in parallel and never delays the check.
import { useEffect, useState } from 'preact/hooks';
import {
  codeOf,
  isFramed,
  readAccountOffer,
  reuseVerifiedAge,
  viewSession,
} from '../requests/api.ts';
import { sessionPath } from '../session/entry.ts';
import type { AccountOffer, SessionView } from '../requests/wire.ts';

/**
 * Whether the account may have an offer: before a check, if the customer accepts ages proven by an
 * account, and after a passed check.
 */
export function mayHaveOffer({ test, request, step, outcome }: SessionView): boolean {
  if (test || request.purpose !== 'age_verification' || request.gate === undefined) return false;
  return step === 'consent' ? request.mode === 'auto' : outcome?.status === 'success';
}

/** @returns the offer once it is known, and a function that reloads it */
export function useAccountOffer(
  view: SessionView,
): [offer: AccountOffer | undefined, readAgain: () => Promise<void>] {
  const [offer, setOffer] = useState<AccountOffer>();
  // An offer that cannot be reloaded stays visible: it must not disappear while the visitor reads
  // it.
  const read = () => readAccountOffer(view.id).then(setOffer, () => undefined);
  useEffect(() => {
    // Browsers do not send the account's cookie from frames on other sites, and sign-in is not
    // allowed in frames.
    if (mayHaveOffer(view) && !isFramed()) void read();
  }, [view.step]);
  return [offer, read];
}

/**
 * Passes the check with the age that the account has proven. If the response to an earlier press
 * was lost, that press may already have passed the check. The next press is then refused, and the
 * session shows that the check has ended.
 * @returns the updated session
 * @throws ApiError when the check was not passed
 */
export async function answerByAccount(id: string): Promise<SessionView> {
  try {
    return await reuseVerifiedAge(id);
  } catch (error) {
    if (codeOf(error) !== 'CONFLICT') throw error;
    const now = await viewSession(id);
    if (now.step !== 'done') throw error;
    return now;
  }
}

/**
 * Whether the server responded to the failed request. Without a response, the offer need not be
 * reloaded.
 */
export const wasAnswered = (error: unknown): boolean => codeOf(error) !== 'NETWORK';

/**
 * The path of the page where visitors confirm with their face that the account is theirs, and which
 * then leads back to this check.
 */
export const facePath = (id: string): string =>
  `/account/face?continue=${encodeURIComponent(sessionPath(id))}`;

/**
 * The path of the sign-in page, which then leads back to this check.
 * @param fresh whether visitors must sign in again even when the browser is signed in
 */
export function signInPath(id: string, { fresh = false } = {}): string {
  const query = new URLSearchParams({ continue: sessionPath(id), ...(fresh && { fresh: '1' }) });
  return `/signin?${query.toString()}`;
}
