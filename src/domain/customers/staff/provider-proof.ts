/** The person identified by an identity provider during a sign-in in this browser. */
export interface ProviderProof {
  /** The customer that the provider belongs to; absent for the operators' provider. */
  tenantId?: string;
  issuer: string;
  subject: string;
  /** The id of the session at the provider, if the provider sent one. */
  sid?: string;
  /**
   * Whether this is the first sign-in with the provider, which links the provider's subject to the
   * member.
   */
  links?: true;
}

/**
 * A sign-in in which the provider has identified a member, who still has to provide a factor of
 * their own.
 */
export interface PendingProof {
  /**
   * `link`: the provider is used for the first time, so the password or a passkey is still
   * required; `factor`: a second factor is still required.
   */
  kind: 'link' | 'factor';
  staffId: number;
  proof: ProviderProof;
}

/**
 * Returns the provider's proof for a sign-in in which the member has just provided a factor of
 * their own; undefined if the pending proof is for another member, or still requires a second
 * factor.
 * @param pending the browser's pending proof
 * @param shown `first`: a password, which is not a second factor
 */
export function proofFor(
  pending: PendingProof | undefined,
  staffId: number,
  shown: 'first' | 'second',
): ProviderProof | undefined {
  if (pending?.staffId !== staffId) return undefined;
  if (pending.kind === 'link') return { ...pending.proof, links: true };
  return shown === 'second' ? pending.proof : undefined;
}
