// The fields of a document that a customer's results contain, read from its row.
import type { DocumentField } from '../../verification/rules/document/document-state.ts';

/** @returns no fields for a customer that has set none */
export const toDocumentFields = ({
  document_fields: stored,
}: {
  document_fields: string | null;
}): readonly DocumentField[] => (stored === null ? [] : (JSON.parse(stored) as DocumentField[]));
