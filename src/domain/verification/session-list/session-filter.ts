// The type of a session list's filter.
import type { DayRange } from '../../terms/locate-page.ts';

/** The date range limits when sessions were created. */
export interface SessionFilter extends DayRange {
  tenantId: string;
  test: boolean;
  status?: string | undefined;
  verificationType?: string | undefined;
  externalUserId?: string | undefined;
  /** The earliest creation time, for a search by user. */
  fromMs?: number | undefined;
}
