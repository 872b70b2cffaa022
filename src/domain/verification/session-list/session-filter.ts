// The type of a session list's filter.
import type { DayRange } from '../../terms/locate-page.ts';

/** A filter whose date range applies to the creation times of the sessions. */
export interface SessionFilter extends DayRange {
  tenantId: string;
  test: boolean;
  status?: string | undefined;
  verificationType?: string | undefined;
  externalUserId?: string | undefined;
  /**
   * The creation time of the earliest session that was scanned; set if a search by user reached its
   * limit.
   */
  fromMs?: number | undefined;
}
