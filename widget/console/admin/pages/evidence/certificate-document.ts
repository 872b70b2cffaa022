// The document that an operator chose for a certificate. The service determines its type from its
// bytes.

/**
 * The maximum size of a document, in bytes: the same limit as in the service
 * (domain/operations/certificates/certificates.ts).
 */
const MAX_BYTES = 1_000_000;

/** The document in base64, or the reason why it is not sent. */
export type ChosenDocument = { document: string } | { fault: 'large' | 'empty' };

export async function documentIn(file: File): Promise<ChosenDocument> {
  if (file.size === 0) return { fault: 'empty' };
  if (file.size > MAX_BYTES) return { fault: 'large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { document: btoa(text) };
}
