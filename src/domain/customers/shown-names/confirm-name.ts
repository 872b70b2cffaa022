// Use cases for operators: listing customers' names that look like someone else's, and confirming
// them or withdrawing a confirmation (D-77).
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { prepareAudit, type Actor, type NewAuditEntry } from '../../platform/audit/record.ts';
import { findNameFault, isConfirmable } from '../../terms/name-fault.ts';
import { describeFault } from './own-name.ts';
import {
  asConfirmed,
  questionNames,
  type ConfirmedName,
  type QuestionedName,
} from './shown-name.ts';
import {
  hasTenant,
  deleteConfirmedName,
  insertConfirmedName,
  listConfirmedNames,
  readNamesOfSlice,
} from './store.ts';

/** The number of customers in a slice, and the maximum number of slices that a request reads. */
const SLICE = 250;
const MAX_SLICES = 8;
/** A request stops reading slices once it has found this many names. */
const ENOUGH = 50;

/**
 * Reads customers by id, until 2,000 are read or 50 names are found.
 * @param after the id where the last request ended; empty to start from the beginning
 * @returns the names, and the id to continue from, which is absent when every customer has been
 *   read
 */
export async function findQuestionedNames(
  ctx: Pick<Context, 'db' | 'config'>,
  after: string,
): Promise<{ names: QuestionedName[]; next?: string }> {
  const names: QuestionedName[] = [];
  let lastId = after;
  for (let slice = 0; slice < MAX_SLICES && names.length < ENOUGH; slice += 1) {
    const read = await readNamesOfSlice(ctx.db, lastId, SLICE);
    names.push(...questionNames(read, ctx.config.serviceName));
    const end = read.customers.at(-1);
    if (end === undefined || read.customers.length < SLICE) return { names };
    lastId = end.id;
  }
  return { names, next: lastId };
}

/** @throws AppError NOT_FOUND */
export async function readConfirmedNames(
  ctx: Pick<Context, 'db'>,
  tenantId: string,
): Promise<ConfirmedName[]> {
  await requireTenant(ctx, tenantId);
  return listConfirmedNames(ctx.db, tenantId);
}

/**
 * Allows one customer to use this name, exactly as written, from now on. The audit entry appears in
 * both the operators' and the customer's log.
 * @throws AppError NOT_FOUND; VALIDATION_FAILED for a name that hides letters, and for one that
 *   needs no confirmation; CONFLICT when the name is already confirmed, or the customer has a
 *   hundred confirmed names
 */
export async function confirmName(
  ctx: Context,
  by: Actor,
  tenantId: string,
  written: string,
): Promise<void> {
  const name = asConfirmed(written);
  await requireTenant(ctx, tenantId);
  const fault = findNameFault(name, ctx.config.serviceName);
  if (fault === undefined) throw bad('needs no confirmation, because anybody may use it');
  if (!isConfirmable(fault)) throw bad(describeFault(fault));
  const { statement, announce } = prepareEntry(ctx, by, 'confirm_name', tenantId, {
    after: { name, ...(fault.looksLike !== undefined && { looks_like: fault.looksLike }) },
  });
  const row = { name, confirmedAtMs: ctx.now() };
  if (!(await insertConfirmedName(ctx.db, tenantId, row, statement)))
    throw new AppError(
      'CONFLICT',
      'The name is confirmed already, or the customer has a hundred confirmed names.',
    );
  announce();
}

async function requireTenant({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  if (!(await hasTenant(db, id))) throw notFound();
}

/**
 * Withdraws the confirmation: the name remains wherever it is already shown, is listed as
 * unconfirmed again, and can no longer be set.
 * @throws AppError NOT_FOUND, including for a name that is not confirmed
 */
export async function withdrawName(
  ctx: Context,
  by: Actor,
  tenantId: string,
  written: string,
): Promise<void> {
  const name = asConfirmed(written);
  const { statement, announce } = prepareEntry(ctx, by, 'withdraw_name', tenantId, {
    before: { name },
  });
  if (!(await deleteConfirmedName(ctx.db, tenantId, name, statement))) throw notFound();
  announce();
}

const prepareEntry = (
  ctx: Context,
  by: Actor,
  verb: 'confirm_name' | 'withdraw_name',
  id: string,
  changes: Pick<NewAuditEntry, 'before' | 'after'>,
) =>
  prepareAudit(ctx, {
    actor: { ...by, tenantId: id },
    action: `tenant.${verb}`,
    target: { type: 'tenant', id },
    ...changes,
  });

const bad = (says: string): AppError =>
  new AppError('VALIDATION_FAILED', `name ${says}.`, {
    fields: [{ field: 'name', message: says }],
  });
