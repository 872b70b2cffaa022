// Filters of the audit log. Pure types.
import type { DayRange } from '../../terms/locate-page.ts';

/** Whether the log is the operators' or a customer's. */
export type Audience = 'admin' | 'dashboard';

export interface AuditFilters extends DayRange {
  staffId?: number | undefined;
  action?: string | undefined;
  targetType?: string | undefined;
  /** The id of a target of the given type. */
  targetId?: string | undefined;
}
