// Use case for operators: choosing which parameters a client may omit from its requests, for
// certification runs and for libraries that cannot send them.
import type { Context } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { differences } from '../../platform/audit/differences.ts';
import type { Actor } from '../../platform/audit/record.ts';
import { forgetClient } from '../../openid/clients/client.ts';
import { findClientRow, writeRequestRules, type RequestRules } from '../../openid/clients/store.ts';
import { describeClient, prepareClientAudit } from './audit-client.ts';

/** The rules to change; absent rules keep their values. */
type RequestRuleChanges = { [Name in keyof RequestRules]?: boolean | undefined };

/**
 * Changes the rules. Both the operators' and the customer's audit logs record the change (D-103);
 * repeating the call changes nothing. Making PKCE mandatory again also makes the nonce mandatory
 * again.
 * @throws AppError NOT_FOUND for unknown and deleted clients; CONFLICT for public and native
 *   clients and those with a profile, for an optional nonce without optional PKCE, and when the
 *   client was changed between our read and our write
 */
export async function changeRequestRules(
  ctx: Context,
  by: Actor,
  id: string,
  changes: RequestRuleChanges,
): Promise<void> {
  const found = await findClientRow(ctx.db, id);
  if (found === undefined) throw notFound();
  const { client } = found;
  const before = rulesOf(client);
  const after = apply(before, changes);
  if (after.pkceOptional && (client.isPublic === true || client.isNative === true))
    throw new AppError('CONFLICT', 'A public or native client must use PKCE.');
  if (after.pkceOptional && client.profile !== undefined)
    throw new AppError('CONFLICT', 'The profile of this client requires PKCE.');
  if (after.nonceOptional && !after.pkceOptional)
    throw new AppError('CONFLICT', 'nonce_optional requires pkce_optional.');
  const difference = differences(describeClient(client), describeClient({ ...client, ...after }));
  if (difference === undefined) return;
  const actor = { ...by, tenantId: client.tenantId };
  const { statement, announce } = prepareClientAudit(ctx, actor, 'update', id, difference);
  if (!(await writeRequestRules(ctx.db, id, { before, after }, statement)))
    throw new AppError(
      'CONFLICT',
      'The client was changed in the meantime. Read it and try again.',
    );
  announce();
  forgetClient(ctx, id);
}

const rulesOf = ({
  pkceOptional = false,
  nonceOptional = false,
}: Partial<RequestRules>): RequestRules => ({ pkceOptional, nonceOptional });

function apply(before: RequestRules, changes: RequestRuleChanges): RequestRules {
  const pkceOptional = changes.pkceOptional ?? before.pkceOptional;
  return {
    pkceOptional,
    nonceOptional: changes.nonceOptional ?? (pkceOptional && before.nonceOptional),
  };
}
