// Sends the visitor's consent to the statements on the first page. The request repeats the facts
// that the visitor consents to, and includes a Turnstile token if one is required.
import * as api from '../requests/api.ts';
import type { SessionView } from '../requests/wire.ts';

/**
 * @param view the view that the visitor has read
 * @throws ApiError when a request fails
 */
export async function consentTo(view: SessionView): Promise<SessionView> {
  const { notice, scopes, document_fields, faces } = view.privacy;
  const send = (witness?: string): Promise<SessionView> =>
    api.giveConsent(view.id, { notice, scopes, document_fields, faces, witness });
  if (!view.witness) return send();
  const { runBotCheck } = await import('../bot-check/bot-check.ts');
  return runBotCheck(view, send, api.viewSession);
}
