// The criteria that operators use to find kept ages. Pure.
import type { AgeProof } from '../../terms/age-proof.ts';
import type { DayRange } from '../../terms/locate-page.ts';
import type { KeptAge } from './kept-age.ts';

export interface AgeSource extends DayRange {
  tenantId?: string | undefined;
  /** The id of the session in which the age was checked, 64 hex digits. */
  sessionId?: string | undefined;
  method?: AgeProof['method'] | undefined;
  policyVersion?: string | undefined;
}

/** A kept age, and the id of the account that it belongs to. */
export type OwnedAge = KeptAge & { accountId: number };
