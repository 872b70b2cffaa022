/** A trusted certificate that proofs from wallets may chain to (D-146). */
export interface WalletAnchor {
  /** `wan_…`. */
  id: string;
  name: string;
  /** DER in base64. */
  certificate: string;
  /** Lower-case hex. */
  sha256: string;
  subject: string;
  docTypes: readonly string[];
  notAfterMs: number;
  addedAtMs: number;
  /** The trust list that contained the certificate. */
  listName?: string;
}
