// A certificate in the form in which operators add it to evidence packs.

/**
 * Encodes a document in base64.
 * @param text one character per byte
 */
export const documentOf = (text: string): string => btoa(text);

export const PDF = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [] /Count 0 >> endobj
trailer << /Root 1 0 R >>
%%EOF
`;

export const CERTIFICATE = {
  standard: 'ISO/IEC 30107-3:2023',
  title: 'Presentation attack detection, level 1',
  issuer: 'Quarry Laboratories',
  scope: 'The check by face, measured at the edge.',
  statement: 'None of 600 presentations of 20 kinds passed.',
  valid_from: '2026-01-01',
  valid_to: '2028-12-31',
  document: documentOf(PDF),
} as const;
