// A key that signs age passes. Pure.
import type { AgeBracket } from '../../terms/age-bracket.ts';
import type { PassClass } from '../../terms/pass-class.ts';
import type { PassMonth } from './pass-month.ts';

/** Everything that a pass reveals. */
export interface PassKind {
  bracket: AgeBracket;
  passClass: PassClass;
  month: PassMonth;
}

export interface PassKey extends PassKind {
  /** SHA-256 of the published key, lower-case hex. */
  id: string;
  /** The public key as SPKI for RSASSA-PSS, base64url. */
  tokenKey: string;
  /** Sealed PKCS #8; empty once the key's month is over. */
  privateKey: string;
  issued: number;
  redeemed: number;
}

/**
 * `again`: already spent by the same holder, who repeats the request because the first response was
 * lost.
 */
export type Spending = 'first' | 'again' | 'spent';

export const isOfKind = (key: PassKind, kind: PassKind): boolean =>
  key.bracket === kind.bracket && key.passClass === kind.passClass && key.month === kind.month;
