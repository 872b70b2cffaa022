// The kinds of documents that a customer's sessions accept, read from its row.
import { DOCUMENT_TYPES, type DocumentType } from '../../../vision/documents/document-facts.ts';

/** @returns all kinds if the customer has not restricted them */
export const toAllowedDocuments = ({
  allowed_documents: stored,
}: {
  allowed_documents: string | null;
}): readonly DocumentType[] =>
  stored === null ? DOCUMENT_TYPES : (JSON.parse(stored) as DocumentType[]);
