/** An email domain that a customer claims as its own. */
export interface SsoDomain {
  tenantId: string;
  /** The domain in ASCII and lower case. */
  domain: string;
  /** The token that the TXT record must contain. */
  token: string;
  /** `lapsed`: the domain was proven, but its record has disappeared. */
  state: 'pending' | 'proven' | 'lapsed';
  /** The number of consecutive checks that did not find the record. */
  misses: number;
  checkedAtMs?: number;
}

/**
 * Returns the content of the TXT record that proves the customer's claim. The record must be at the
 * domain itself.
 */
export const recordOf = ({ token }: Pick<SsoDomain, 'token'>): string => `agate-verify=${token}`;
