// A volume of a ledger (D-170), as plain data. volumes.ts opens volumes.
import { nameInMode } from '../../terms/name-in-mode.ts';
import type { Residency } from '../../terms/residency.ts';

/** A customer in one mode, live or test. */
export interface LedgerOwner {
  tenantId: string;
  test: boolean;
}

export interface Volume {
  /** Where the volume's object is stored: the customer's residency. */
  residency: Residency;
  /** Volumes are numbered from 1. */
  number: number;
  openedAtMs: number;
  /** When the next volume was opened; null for the volume that is currently written to. */
  fullAtMs: number | null;
  bytes: number;
  /** The retention period of the request log, in days, that was last sent to the volume. */
  keptDays: number;
}

/** A reference to one volume of a ledger, with everything needed to address its object. */
export interface VolumeRef extends LedgerOwner {
  number: number;
  residency: Residency;
}

/** A group of deliveries: their number, counted up to a limit, and the time of the oldest one. */
export interface BacklogPart {
  count: number;
  sinceMs: number;
}

/** The figures that a volume reports to operators. */
export interface VolumeBacklog {
  /** Pending deliveries that should have been tried by now. */
  overdue: BacklogPart | null;
  /** Deliveries that the ledger gave up on in the last day. */
  givenUp: BacklogPart | null;
}

/** A report as the directory stores it. */
export interface ReportedBacklog extends VolumeBacklog {
  /** When the report arrived. */
  atMs: number;
}

/**
 * The number of the volume that stores a customer's figures and audit entries, so that a read of
 * them calls one object (first-volumes.ts).
 */
export const FIRST_VOLUME = 1;

/** The maximum size of an object, and so of a volume (a limit of the platform). */
export const OBJECT_BYTES = 10e9;

/** @returns the name of the volume's object */
export const volumeName = ({ tenantId, test }: LedgerOwner, number: number): string =>
  `${nameInMode(tenantId, test)}:${number}`;
