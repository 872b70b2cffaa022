// The fields of a document that a customer's results contain, read from its row.
import type { DocumentField } from '../../verification/rules/document/document-state.ts';

/** @returns an empty list if the customer has not chosen any fields */
export const toDocumentFields = ({
  document_fields: stored,
}: {
  document_fields: string | null;
}): readonly DocumentField[] => (stored === null ? [] : (JSON.parse(stored) as DocumentField[]));
