// Finds faults in names that other people see. The same rules apply to customers, controllers,
// clients and members (D-77). Pure. customers/shown-names decides who may use a well-known name
// despite the fault.
import { findBorrowedName, mixesAlphabets } from './borrowed-name.ts';
import { findHidingCharacter } from './displayed-name.ts';

export const NAME_FAULTS = [
  'hides_letters',
  'mixes_alphabets',
  'service_name',
  'well_known',
] as const;

export interface NameFault {
  kind: (typeof NAME_FAULTS)[number];
  /** The invisible or bidirectional control character in the name, if any. */
  hiding?: string;
  /**
   * The name that this name equals or resembles: the service's name, or a well-known name, spelled
   * as in its owner's domain name.
   */
  looksLike?: string;
}

/** @returns the most serious fault; undefined for a name that anyone may use */
export function findNameFault(name: string, serviceName: string): NameFault | undefined {
  const looksLike = findBorrowedName(name, [serviceName]);
  const about = looksLike === undefined ? {} : { looksLike };
  const hiding = findHidingCharacter(name);
  if (hiding !== undefined) return { kind: 'hides_letters', hiding, ...about };
  if (mixesAlphabets(name)) return { kind: 'mixes_alphabets', ...about };
  if (looksLike === undefined) return undefined;
  return { kind: looksLike === serviceName ? 'service_name' : 'well_known', looksLike };
}

/**
 * Whether an operator may confirm a name despite the fault. A name that hides letters must be
 * changed instead.
 */
export const isConfirmable = ({ kind }: NameFault): boolean => kind !== 'hides_letters';
