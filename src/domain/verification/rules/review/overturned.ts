// What becomes of an estimate that a document contradicts (D-93). Pure.
import type { SessionRecord } from '../session/session.ts';

/**
 * Whether a document has reversed "too young": it says otherwise than the estimate, in a session that took the place of the
 * one that estimated.
 */
export const hasOverturned = ({ chain, checks, state }: SessionRecord): boolean =>
  chain.contested === true && state.status === 'success' && checks.document === true;
