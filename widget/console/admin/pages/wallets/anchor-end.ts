// Whether a listed certificate still counts, and what ends with one that is removed.
import type { WireAdminWalletAnchor } from '../../../api/wire.ts';

type Ends = Pick<WireAdminWalletAnchor, 'not_after'>;

/** Time enough to have the next one from its issuer, and to make sure whose it is. */
const SOON_MS = 30 * 86_400_000;

/** @param now in milliseconds @returns `ended`: proofs lead to it no more, as the service reads it */
export function stateOfAnchor({ not_after: end }: Ends, now: number): 'valid' | 'soon' | 'ended' {
  const left = Date.parse(end) - now;
  if (left <= 0) return 'ended';
  return left <= SOON_MS ? 'soon' : 'valid';
}

type Listed = Pick<WireAdminWalletAnchor, 'id' | 'doc_types'> & Ends;

/** @returns types of documents that no session asks for any more once this one is off the list */
export function typesThatEnd(removed: Listed, all: readonly Listed[], now: number): string[] {
  const counts = (one: Listed) => stateOfAnchor(one, now) !== 'ended';
  if (!counts(removed)) return [];
  const others = all.filter((one) => one.id !== removed.id && counts(one));
  return removed.doc_types.filter(
    (type) => !others.some(({ doc_types: types }) => types.includes(type)),
  );
}
