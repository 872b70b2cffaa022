/** A trusted certificate that proofs from wallets may chain to (D-146). */
export interface WalletAnchor {
  /** The anchor's id, `wan_…`. */
  id: string;
  name: string;
  /** The certificate as DER in base64. */
  certificate: string;
  /** The certificate's SHA-256, lower-case hex. */
  sha256: string;
  subject: string;
  docTypes: readonly string[];
  notAfterMs: number;
  addedAtMs: number;
  /** The trust list that contained the certificate. */
  listName?: string;
}
