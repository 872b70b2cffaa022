/** A mail domain that a customer says is its own. */
export interface SsoDomain {
  tenantId: string;
  /** In ASCII, lower case. */
  domain: string;
  /** What the record must say. */
  token: string;
  /** `lapsed`: it was proven, and its record is gone. */
  state: 'pending' | 'proven' | 'lapsed';
  /** Looks in a row that did not find the record. */
  misses: number;
  checkedAtMs?: number;
}

/** The TXT record of the domain itself that proves it. */
export const recordOf = ({ token }: Pick<SsoDomain, 'token'>): string => `agate-verify=${token}`;
