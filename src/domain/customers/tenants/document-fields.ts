// What of a document a customer's results have, as its row says it.
import type { DocumentField } from '../../verification/rules/document/document-state.ts';

/** @returns none for a customer that has set none */
export const toDocumentFields = ({
  document_fields: stored,
}: {
  document_fields: string | null;
}): readonly DocumentField[] => (stored === null ? [] : (JSON.parse(stored) as DocumentField[]));
