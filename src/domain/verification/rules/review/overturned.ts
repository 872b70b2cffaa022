// An estimate that a document contradicts (D-93). Pure.
import type { SessionRecord } from '../session/session.ts';

/**
 * Whether a document has reversed an estimate of "too young". The document was shown in a session
 * that replaced the session with the estimate.
 */
export const hasOverturned = ({ chain, checks, state }: SessionRecord): boolean =>
  chain.contested === true && state.status === 'success' && checks.document === true;
