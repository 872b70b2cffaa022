// A third-party certificate that operators add to evidence packs (D-164).

/**
 * The standards that every pack covers: for each, it states whether a certificate from a laboratory
 * or certifier is listed and, if so, whether it is valid.
 */
export const STANDARDS = [
  'ISO/IEC 27566-1:2025',
  'ISO/IEC 30107-3:2023',
  'CEN/TS 18099:2024',
  'ISO/IEC 27001:2022',
  'ISO/IEC 19795-10:2024',
] as const;
export type Standard = (typeof STANDARDS)[number];

export const DOCUMENT_KINDS = ['pdf', 'png', 'jpeg'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const FILE_ENDINGS: Readonly<Record<DocumentKind, string>> = {
  pdf: 'pdf',
  png: 'png',
  jpeg: 'jpg',
};

/** The operator's statements about a certificate. */
export interface CertificateFacts {
  /** The standard that the certificate is about; null for a standard that is not in STANDARDS. */
  standard: Standard | null;
  title: string;
  issuer: string;
  /** The product, service or process that was certified. */
  scope: string;
  statement: string;
  /** The first day of validity in UTC, `YYYY-MM-DD`. */
  validFrom: string;
  /** The last day of validity; null when the certificate specifies none. */
  validTo: string | null;
}

export interface ListedCertificate extends CertificateFacts {
  /** The certificate's id, `crt_…`. */
  id: string;
  kind: DocumentKind;
  /** The size of the document. */
  bytes: number;
  /** SHA-256 of the document, lower-case hex. */
  sha256: string;
  addedAtMs: number;
}

export type CertificateState = 'valid' | 'expired' | 'not_yet';

/** @param day the day in UTC, `YYYY-MM-DD` */
export function stateOn(
  { validFrom, validTo }: Pick<CertificateFacts, 'validFrom' | 'validTo'>,
  day: string,
): CertificateState {
  if (validTo !== null && validTo < day) return 'expired';
  return validFrom > day ? 'not_yet' : 'valid';
}
