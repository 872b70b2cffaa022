// Filters of the audit log. Pure types.
import type { DayRange } from '../../terms/locate-page.ts';

/** Whose log: the operators', or the customers'. */
export type Audience = 'admin' | 'dashboard';

export interface AuditFilters extends DayRange {
  staffId?: number | undefined;
  action?: string | undefined;
  targetType?: string | undefined;
  /** Of that type. */
  targetId?: string | undefined;
}
