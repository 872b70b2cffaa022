// A volume of a ledger (D-170), as plain data. volumes.ts opens them.
import { nameInMode } from '../../terms/name-in-mode.ts';
import type { Residency } from '../../terms/residency.ts';

/** A customer in one mode. */
export interface LedgerOwner {
  tenantId: string;
  test: boolean;
}

export interface Volume {
  /** Where its object is: that of the customer. */
  residency: Residency;
  /** From 1. */
  number: number;
  openedAtMs: number;
  /** When the next volume was opened; null for the one that is written to. */
  fullAtMs: number | null;
  bytes: number;
  /** For how many days it was last told to keep lines of the request log. */
  keptDays: number;
}

/** Some deliveries: how many, counted up to a limit, and the time of the oldest. */
export interface BacklogPart {
  count: number;
  sinceMs: number;
}

/** What a volume reports for operators. */
export interface VolumeBacklog {
  /** Pending deliveries that should have been tried by now. */
  overdue: BacklogPart | null;
  /** Deliveries that were given up in the last day. */
  givenUp: BacklogPart | null;
}

/** A report as the directory has it. */
export interface ReportedBacklog extends VolumeBacklog {
  /** When it arrived. */
  atMs: number;
}

/** The most that an object, and so a volume, can hold (a limit of the platform). */
export const OBJECT_BYTES = 10e9;

/** @returns the name of the volume's object */
export const volumeName = ({ tenantId, test }: LedgerOwner, number: number): string =>
  `${nameInMode(tenantId, test)}:${number}`;
