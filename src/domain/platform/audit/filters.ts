// Filters for the audit log. Pure types.
import type { DayRange } from '../../terms/locate-page.ts';

export interface AuditFilters extends DayRange {
  staffId?: number | undefined;
  action?: string | undefined;
  targetType?: string | undefined;
  /** The id of a target of the type `targetType`. */
  targetId?: string | undefined;
}
