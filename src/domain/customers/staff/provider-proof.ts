/** Whom an identity provider has named, in a sign-in of this browser. */
export interface ProviderProof {
  /** The customer whose provider it is; absent for the operators'. */
  tenantId?: string;
  issuer: string;
  subject: string;
  /** The provider's own name of its session, where it gave one. */
  sid?: string;
  /** The member proves with it for the first time, beside what they showed until now. */
  links?: true;
}

/** The provider has named a member, who shows something of their own before they are in. */
export interface PendingProof {
  /** `link`: it is the first time, so the password or a passkey is due; `factor`: a second factor is. */
  kind: 'link' | 'factor';
  staffId: number;
  proof: ProviderProof;
}

/**
 * What a member who has just shown something has of the provider beside it.
 * @param pending of the browser
 * @param shown `first`: a password, which is no second factor
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
