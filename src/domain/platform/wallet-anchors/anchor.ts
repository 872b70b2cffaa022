/** A certificate that proofs from wallets may lead to (D-146). */
export interface WalletAnchor {
  /** `wan_…`. */
  id: string;
  name: string;
  /** Base64 of DER. */
  certificate: string;
  /** Lower-case hex. */
  sha256: string;
  subject: string;
  docTypes: readonly string[];
  notAfterMs: number;
  addedAtMs: number;
  /** The trust list that it came with. */
  listName?: string;
}
