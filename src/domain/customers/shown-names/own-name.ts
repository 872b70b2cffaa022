// Checks that the names that a customer shows to people are its own (D-77), whenever a name is set
// or changed.
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { findNameFault, isConfirmable, type NameFault } from '../../terms/name-fault.ts';
import { domainOf, findFaultDespite } from './shown-name.ts';
import { readNameGrounds } from './store.ts';

type Asker = Pick<Context, 'db' | 'config'>;

/** A name from a request, and the field that contains it. */
interface GivenName {
  field: string;
  name: string;
}

/**
 * Checks names of an existing customer. The database is queried only if one of the names has a
 * fault.
 * @throws AppError VALIDATION_FAILED naming every invalid field
 */
export async function requireOwnNames(
  ctx: Asker,
  tenantId: string,
  given: readonly GivenName[],
): Promise<void> {
  const { serviceName } = ctx.config;
  const doubted = given.filter(({ name }) => findNameFault(name, serviceName) !== undefined);
  if (doubted.length === 0) return;
  const grounds = await readNameGrounds(ctx.db, tenantId);
  rejectFaults(doubted, (name) => findFaultDespite(name, serviceName, grounds));
}

/**
 * Checks names for a customer that is being created, and that therefore has no confirmed addresses
 * or names yet that would allow a well-known name.
 * @param isConfirmed whether an operator vouches for the names
 * @throws AppError VALIDATION_FAILED naming every invalid field
 */
export function requireNewNames(
  { config }: Pick<Context, 'config'>,
  given: readonly GivenName[],
  isConfirmed = false,
): void {
  rejectFaults(given, (name) => {
    const fault = findNameFault(name, config.serviceName);
    return fault === undefined || (isConfirmed && isConfirmable(fault)) ? undefined : fault;
  });
}

function rejectFaults(
  given: readonly GivenName[],
  faultOf: (name: string) => NameFault | undefined,
): void {
  const fields = given.flatMap(({ field, name }) => {
    const fault = faultOf(name);
    return fault === undefined ? [] : [{ field, message: describeFault(fault) }];
  });
  const [first] = fields;
  if (first !== undefined)
    throw new AppError('VALIDATION_FAILED', `${first.field} ${first.message}.`, { fields });
}

/**
 * Returns a message that explains the fault to the author of the name, worded to follow the field's
 * name.
 */
export function describeFault(fault: NameFault): string {
  switch (fault.kind) {
    case 'hides_letters':
      return `must not have characters that hide or reorder letters: remove ${pointOf(fault)}`;
    case 'mixes_alphabets':
      return 'must not mix letters of several alphabets in one word, unless an operator confirms it';
    case 'service_name':
      return 'must not be the name of this service';
    case 'well_known':
      return `must be your own: "${fault.looksLike}" needs an owner with a confirmed address at ${domainOf(fault)}, or an operator who confirms the name`;
  }
}

const pointOf = ({ hiding = '' }: NameFault): string =>
  `U+${(hiding.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
