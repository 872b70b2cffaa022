// Which code a document has, and which of them this page can read. A document without one is said to be so before
// anybody opens the camera.
import type { DocumentType as KnownType } from '../../../src/documents-engine/document-facts.ts';

export type DocumentType = KnownType;
export type CodeKind = 'mrz' | 'pdf417';

/** Licences have a barcode there (AAMVA DL/ID Card Design Standard); elsewhere they have no code that says anything. */
const BARCODE_COUNTRIES: readonly string[] = ['US', 'CA'];

/** @param country ISO 3166-1 alpha-2 @returns undefined when the document has no code that this page reads */
export function codeOn(type: DocumentType, country: string): CodeKind | undefined {
  if (type !== 'drivers_license') return 'mrz';
  return BARCODE_COUNTRIES.includes(country) ? 'pdf417' : undefined;
}
