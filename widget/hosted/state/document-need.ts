// Whether a session asks for a document: what the person agrees to, and which steps are counted, depends on it. Pure.
import type { SessionView } from '../requests/wire.ts';

/** `may`: where an estimate of the age is too close to tell. */
export type DocumentNeed = 'none' | 'may' | 'will';

export function documentNeed({
  request,
  attempts_left: left,
}: {
  request: Pick<SessionView['request'], 'mode' | 'purpose'>;
  attempts_left: Pick<SessionView['attempts_left'], 'document'>;
}): DocumentNeed {
  if (left.document === undefined) return 'none';
  return request.mode === 'document' || request.purpose === 'id_verification' ? 'will' : 'may';
}
