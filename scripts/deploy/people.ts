// The first operator and the first customer. Both are in the file of secrets before they are in the
// database, so that a run that fails in between loses nothing.
import { randomBytes } from 'node:crypto';
import { parseEmailAddress } from '../../src/domain/terms/email-address.ts';
import { newId, newTenantKeys } from '../credentials.ts';
import { quote } from '../database.ts';
import { operatorStatement, tenantStatements } from '../first-rows.ts';
import type { Query } from '../operations/dump.ts';
import { linkOf, ownerInvitation } from '../owner-invitation.ts';
import { keepSecrets, readSecrets } from './secrets.ts';
import type { Choices, Made } from './settings.ts';

/** Makes an operator where there is none. @returns whether it did */
export async function makeOperator(
  query: Query,
  folder: string,
  { operator_email: email, operator_name: name }: Choices,
  nowMs: number,
): Promise<boolean> {
  const [row] = await query<{ n: number }>(
    "SELECT count(*) AS n FROM staff WHERE audience = 'admin'",
  );
  if ((row?.n ?? 0) > 0) return false;
  const password = readSecrets(folder).operator_password ?? randomBytes(15).toString('base64url');
  keepSecrets(folder, { operator_password: password });
  await query(operatorStatement({ email, name, role: 'superadmin', password }, nowMs));
  return true;
}

/**
 * Makes a customer where there is none, with a link by which its first owner comes in.
 * @param keepId is called with its id before it is made
 * @returns the customer's id; undefined where the database has customers that `npm run deploy` did not make
 */
export async function makeCustomer(
  query: Query,
  folder: string,
  choices: Choices,
  made: Made,
  nowMs: number,
  keepId: (id: string) => void,
): Promise<string | undefined> {
  const [row] = await query<{ n: number; ours: number }>(
    `SELECT count(*) AS n, COALESCE(SUM(id = ${quote(made.customer_id ?? '')}), 0) AS ours FROM tenants`,
  );
  if ((row?.n ?? 0) > 0) return row?.ours === 1 ? made.customer_id : undefined;
  const id = made.customer_id ?? newId('ten_');
  const owner = parseEmailAddress(choices.customer_owner);
  if (owner === undefined) throw new Error('customer_owner: must be an email address');
  keepId(id);
  const keys = newTenantKeys();
  const { token, statements } = ownerInvitation(id, owner, nowMs);
  keepSecrets(folder, { customer: { ...keys, owner_link: linkOf(token, made.base_url) } });
  const rows = tenantStatements({ id, name: choices.customer_name }, keys, nowMs);
  await query([...rows, ...statements].join('\n'));
  return id;
}
