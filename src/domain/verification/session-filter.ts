// Which sessions a list shows, as data.
import type { DayRange } from '../terms/locate-page.ts';

/** The range is of days of creation. */
export interface SessionFilter extends DayRange {
  tenantId: string;
  test: boolean;
  status?: string | undefined;
  verificationType?: string | undefined;
  externalUserId?: string | undefined;
  /** Of one user: where those begin that are looked at. */
  fromMs?: number | undefined;
}
