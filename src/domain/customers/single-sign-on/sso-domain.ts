/** A mail domain that a customer claims as its own. */
export interface SsoDomain {
  tenantId: string;
  /** ASCII, in lower case. */
  domain: string;
  /** The required content of the record. */
  token: string;
  /** `lapsed`: the domain was proven, but its record has disappeared. */
  state: 'pending' | 'proven' | 'lapsed';
  /** Consecutive checks that did not find the record. */
  misses: number;
  checkedAtMs?: number;
}

/** The TXT record at the domain itself that proves the customer's claim. */
export const recordOf = ({ token }: Pick<SsoDomain, 'token'>): string => `agate-verify=${token}`;
