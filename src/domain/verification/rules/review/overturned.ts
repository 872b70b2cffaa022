// An estimate that a document contradicts (D-93). Pure.
import type { SessionRecord } from '../session/session.ts';

/**
 * Whether a document has reversed an estimate of "too young". The estimate was made in an earlier
 * session of the chain. The document was shown in this session, which the visitor got by contesting
 * the estimate.
 */
export const hasOverturned = ({ chain, checks, state }: SessionRecord): boolean =>
  chain.contested === true && state.status === 'success' && checks.document === true;
