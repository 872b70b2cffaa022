// Determines whether a new session may request a document, and which kinds of document it accepts
// (D-91). Pure.
import { DOCUMENT_TYPES } from '../../../../vision/documents/document-facts.ts';
import { rulesFor } from './document-fields.ts';
import { needsDocument } from '../session/machine.ts';
import { canReadDocuments } from '../session/measured.ts';
import type { Workers } from '../methods.ts';
import type { DocumentRules } from './document-state.ts';
import type { SessionRequest } from '../opening/session-request.ts';

const DEFAULT_RULES: DocumentRules = { allowed: DOCUMENT_TYPES, stepUp: true };

/**
 * @param request the request, with the settings applied
 * @param settings the customer's settings; absent when the customer has none
 * @returns undefined when the session accepts no document
 */
export function documentRules(
  request: Pick<SessionRequest, 'mode' | 'purpose' | 'accept'>,
  workers: Workers,
  settings: DocumentRules = DEFAULT_RULES,
): DocumentRules | undefined {
  if (!canReadDocuments(workers) || request.mode === 'facial') return undefined;
  if (request.accept?.byWalletAlone === true) return undefined;
  if (needsDocument(request)) return rulesFor(request.purpose, settings);
  const isTaken = request.accept?.methods.includes('document') ?? true;
  return isTaken && settings.stepUp ? rulesFor(request.purpose, settings) : undefined;
}
