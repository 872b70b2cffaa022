// Which kinds of documents a customer's sessions take, as its row says it.
import { DOCUMENT_TYPES, type DocumentType } from '../../../vision/documents/document-facts.ts';

/** @returns every kind for a customer that has set none */
export const toAllowedDocuments = ({
  allowed_documents: stored,
}: {
  allowed_documents: string | null;
}): readonly DocumentType[] =>
  stored === null ? DOCUMENT_TYPES : (JSON.parse(stored) as DocumentType[]);
