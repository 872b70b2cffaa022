// A customer as operators see it, and how they look for one. Pure.
import type { Plan } from '../usage/plan.ts';
import type { Settings } from '../tenants/tenant-settings.ts';
import type { DayRange } from '../../terms/locate-page.ts';

export const TENANT_STATES = ['active', 'suspended', 'ended'] as const;
/** `ended`: nobody proved its email address (D-79). */
type TenantState = (typeof TENANT_STATES)[number];

export interface Tenant {
  id: string;
  name: string;
  state: TenantState;
  /** Absent: free of charge. */
  plan?: Pick<Plan, 'id' | 'name'>;
  createdAtMs: number;
  suspendedAtMs?: number;
  suspensionReason?: string;
  /** Ages shown in its checks may be kept and count elsewhere; operators say so. */
  agesTrusted: boolean;
  /** An age kept in an account may answer its sessions; it says so itself (D-57). */
  takesKeptAges: boolean;
}

/** What operators may set of a customer; the rest is its own (customers/tenants/settings.ts). */
export type TenantLimits = Pick<
  Settings,
  | 'name'
  | 'ageMarginYears'
  | 'ageTarget'
  | 'attemptCap'
  | 'retentionDays'
  | 'historyDays'
  | 'requireSecondFactor'
> & { planId: string | null; agesTrusted: boolean };

export type TenantChanges = { [K in keyof TenantLimits]?: TenantLimits[K] | undefined };

export interface TenantFilters extends DayRange {
  state?: TenantState | undefined;
  planId?: string | undefined;
  agesTrusted?: boolean | undefined;
}

/** What an operator types: part of a name, an id, or a staff member's email address. */
export interface TenantSearch {
  text: string;
  /** Absent when it is no email address. */
  emailNormalized?: string | undefined;
}

export interface TenantOwner {
  name: string;
  email: string;
  lastLoginAtMs?: number;
}

/** How much of each kind belongs to a customer. */
export interface TenantCounts {
  members: number;
  /** That work. */
  keys: number;
  clients: number;
  endpoints: number;
}
