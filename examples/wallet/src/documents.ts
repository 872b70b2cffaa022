// The two documents in the demo wallet.

/**
 * Documents by docType. `usage` is the extended key usage of a signer's certificate, according to
 * the EU's age verification profile 1.0.8 and to ISO/IEC 18013-5, annex B.
 */
export const DOCUMENTS = {
  'eu.europa.ec.av.1': { name: 'Age proof', usage: '1.3.130.2.0.0.1.2' },
  'org.iso.18013.5.1.mDL': { name: 'Driving licence', usage: '1.0.18013.5.1.2' },
} as const;

export type DocType = keyof typeof DOCUMENTS;

export const isKnown = (docType: unknown): docType is DocType =>
  typeof docType === 'string' && Object.hasOwn(DOCUMENTS, docType);
