// Which code a document has, and which codes this page can read. When a document has no code, the
// page informs the visitor before the camera opens.
import type { DocumentType } from '../../../src/vision/documents/document-facts.ts';

/**
 * `either`: some cards of this type have one kind of code and some the other, and only reading a
 * card shows which kind it has.
 */
export type ChosenCode = 'mrz' | 'pdf417' | 'either';

/**
 * Licences and identity cards from these countries have a barcode (AAMVA DL/ID Card Design
 * Standard); licences elsewhere have no code.
 */
const BARCODE_COUNTRIES: readonly string[] = ['US', 'CA'];

/**
 * @param country ISO 3166-1 alpha-2
 * @returns undefined when the document has no code that this page reads
 */
export function codeOn(type: DocumentType, country: string): ChosenCode | undefined {
  const hasBarcode = BARCODE_COUNTRIES.includes(country);
  if (type === 'drivers_license') return hasBarcode ? 'pdf417' : undefined;
  return hasBarcode && type === 'id_card' ? 'either' : 'mrz';
}
