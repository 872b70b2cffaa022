// The name that a site shows to people must not be another company's (D-77). A well-known name is for those who have a confirmed
// address at its domain.
import type { Context } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { listOwners } from '../team/owners.ts';
import { findBorrowedName, mixesAlphabets } from '../../terms/borrowed-name.ts';

/** @param name of a request's member `name` @throws AppError VALIDATION_FAILED */
export async function rejectBorrowedName(
  ctx: Context,
  tenantId: string,
  name: string,
): Promise<void> {
  if (mixesAlphabets(name)) throw fault('must not mix letters of several alphabets in one word');
  const borrowed = findBorrowedName(name, [ctx.config.serviceName]);
  if (borrowed === undefined) return;
  if (borrowed === ctx.config.serviceName) throw fault('must not be the name of this service');
  const domain = `${borrowed}.com`;
  const owners = await listOwners(ctx, tenantId);
  if (owners.some(({ email }) => isAt(email, domain))) return;
  throw fault(
    `must be your own: "${borrowed}" needs an owner with a confirmed address at ${domain}`,
  );
}

function isAt(email: string, domain: string): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return host === domain || host.endsWith(`.${domain}`);
}

const fault = (message: string): AppError =>
  new AppError('VALIDATION_FAILED', `name ${message}.`, { fields: [{ field: 'name', message }] });
