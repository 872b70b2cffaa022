// A customer as operators see it, and the search for customers. Pure.
import type { Plan } from '../usage/plan.ts';
import type { Settings } from '../tenants/tenant-settings.ts';
import type { Residency } from '../../terms/residency.ts';
import type { DayRange } from '../../terms/locate-page.ts';

export const TENANT_STATES = ['active', 'suspended', 'ended'] as const;
/** `ended`: nobody confirmed the customer's email address (D-79). */
type TenantState = (typeof TENANT_STATES)[number];

export interface Tenant {
  id: string;
  name: string;
  state: TenantState;
  /** Where the customer's data is stored, chosen when the customer is created (D-172). */
  residency: Residency;
  /** The customer's plan; absent when the service is free of charge. */
  plan?: Pick<Plan, 'id' | 'name'>;
  createdAtMs: number;
  suspendedAtMs?: number;
  suspensionReason?: string;
  /**
   * Whether ages proven in the customer's checks may be kept in accounts and accepted elsewhere;
   * set by operators.
   */
  agesTrusted: boolean;
  /**
   * Whether the customer's sessions may be answered with an age kept in an account (D-57); set by
   * the customer.
   */
  takesKeptAges: boolean;
}

/**
 * The limits that operators set; the customer changes the other settings itself
 * (customers/tenants/settings.ts).
 */
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

/** A search as typed by an operator: part of a name, an id, or a staff member's email address. */
export interface TenantSearch {
  text: string;
  /** The text as a normalised email address; absent when it is not one. */
  emailNormalized?: string | undefined;
}

export interface TenantOwner {
  name: string;
  email: string;
  lastLoginAtMs?: number;
}

/** How many members, keys, clients and webhook endpoints a customer has. */
export interface TenantCounts {
  members: number;
  /** The number of valid keys. */
  keys: number;
  clients: number;
  endpoints: number;
}
