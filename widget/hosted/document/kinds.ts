// Which code a document has, and which of them this page can read. A document without one is said to be so before
// anybody opens the camera.
import type { DocumentType } from '../../../src/vision/documents/document-facts.ts';

/** `either`: cards of both sorts are there, and what is read says which it is. */
export type ChosenCode = 'mrz' | 'pdf417' | 'either';

/** Licences and identity cards of states have a barcode there (AAMVA DL/ID Card Design Standard); licences elsewhere say nothing. */
const BARCODE_COUNTRIES: readonly string[] = ['US', 'CA'];

/** @param country ISO 3166-1 alpha-2 @returns undefined when the document has no code that this page reads */
export function codeOn(type: DocumentType, country: string): ChosenCode | undefined {
  const hasBarcode = BARCODE_COUNTRIES.includes(country);
  if (type === 'drivers_license') return hasBarcode ? 'pdf417' : undefined;
  return hasBarcode && type === 'id_card' ? 'either' : 'mrz';
}
