// The consent to what the first page says. What of it a consent is bound to goes back, with a further witness where one is asked
// for.
import * as api from '../requests/api.ts';
import type { SessionView } from '../requests/wire.ts';

/** @param view as the person has read it @throws ApiError as of any request */
export async function consentTo(view: SessionView): Promise<SessionView> {
  const { notice, scopes, document_fields, faces } = view.privacy;
  const send = (witness?: string): Promise<SessionView> =>
    api.giveConsent(view.id, { notice, scopes, document_fields, faces, witness });
  if (!view.witness) return send();
  const { askWitness } = await import('../witness/witness.ts');
  return askWitness(view, send, api.viewSession);
}
