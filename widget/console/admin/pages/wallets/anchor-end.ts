// Whether a listed certificate is still valid, and what stops working when a certificate is
// removed.
import type { WireAdminWalletAnchor } from '../../../api/wire.ts';

type Ends = Pick<WireAdminWalletAnchor, 'not_after'>;

/**
 * How long before its expiry a certificate is marked as ending soon. This leaves enough time to get
 * its successor from the issuer and to verify where the successor comes from.
 */
const SOON_MS = 30 * 86_400_000;

/**
 * @param now the current time in milliseconds
 * @returns `ended` when the service no longer accepts proofs that chain to the certificate
 */
export function stateOfAnchor({ not_after: end }: Ends, now: number): 'valid' | 'soon' | 'ended' {
  const left = Date.parse(end) - now;
  if (left <= 0) return 'ended';
  return left <= SOON_MS ? 'soon' : 'valid';
}

type Listed = Pick<WireAdminWalletAnchor, 'id' | 'doc_types'> & Ends;

/** @returns the document types that no session will request once this certificate is removed */
export function typesThatEnd(removed: Listed, all: readonly Listed[], now: number): string[] {
  const counts = (one: Listed) => stateOfAnchor(one, now) !== 'ended';
  if (!counts(removed)) return [];
  const others = all.filter((one) => one.id !== removed.id && counts(one));
  return removed.doc_types.filter(
    (type) => !others.some(({ doc_types: types }) => types.includes(type)),
  );
}
