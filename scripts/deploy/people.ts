// Creates the first operator and the first customer. Their links and the customer's keys are
// written to the file of secrets before anything is written to the database, so that a run that
// fails in between loses nothing.
import { parseEmailAddress } from '../../src/domain/terms/email-address.ts';
import { newId, newTenantKeys } from '../credentials.ts';
import { quote } from '../database.ts';
import { tenantStatements } from '../first-rows.ts';
import {
  newOperatorToken,
  openLinkQuery,
  OPERATOR_PAGE,
  operatorStatements,
} from '../operator-link.ts';
import type { Query } from '../operations/query.ts';
import { linkOf, ownerInvitation } from '../owner-invitation.ts';
import { keepSecrets, readSecrets } from './secrets.ts';
import type { Choices, Made } from './settings.ts';

/**
 * The query that counts operators who can sign in or have done so, with a password or by single
 * sign-on.
 */
const COUNT_ACTIVATED_OPERATORS = `SELECT count(*) AS n FROM staff WHERE audience = 'admin'
  AND (password_hash IS NOT NULL OR last_login_at_ms IS NOT NULL
    OR id IN (SELECT staff_id FROM staff_identities WHERE tenant_id IS NULL))`;

/**
 * Creates the first operator, without a password, and a link for choosing one. An operator whose
 * link has expired gets a new link. Once an operator can sign in, operators themselves create
 * further operators.
 * @param record called before the link is created, so that the next run shows the link if this run
 *   fails
 * @returns the link, if it has not been shown yet; there is none for a deactivated operator
 */
export async function makeOperator(
  query: Query,
  folder: string,
  { operator_email: email, operator_name: name }: Choices,
  made: Made,
  nowMs: number,
  record: (more: Partial<Made>) => void,
): Promise<string | undefined> {
  const countOf = async (sql: string) => (await query<{ n: number }>(sql))[0]?.n ?? 0;
  if ((await countOf(COUNT_ACTIVATED_OPERATORS)) > 0) return undefined;
  const { operator_link: knownLink } = readSecrets(folder);
  const known = tokenOf(knownLink);
  if (known !== undefined && (await countOf(openLinkQuery(known, nowMs))) === 1)
    return made.has_new_link === true ? knownLink : undefined;
  const token = newOperatorToken();
  const link = linkOf(token, made.base_url, true, OPERATOR_PAGE);
  keepSecrets(folder, { operator_link: link });
  record({ has_new_link: true });
  await query(operatorStatements({ email, name, role: 'superadmin' }, token, nowMs).join('\n'));
  if ((await countOf(openLinkQuery(token, nowMs))) === 1) return link;
  keepSecrets(folder, { operator_link: undefined });
  return undefined;
}

const tokenOf = (link: string | undefined): string | undefined =>
  link === undefined ? undefined : (new URL(link).searchParams.get('token') ?? undefined);

/**
 * Creates a customer, with a link for its first owner, if there is no customer yet.
 * @param record called with the customer's id before the customer is created
 * @returns the customer's id; undefined when the database has customers that `npm run deploy` did
 *   not create
 */
export async function makeCustomer(
  query: Query,
  folder: string,
  choices: Choices,
  made: Made,
  nowMs: number,
  record: (more: Partial<Made>) => void,
): Promise<string | undefined> {
  const [row] = await query<{ n: number; ours: number }>(
    `SELECT count(*) AS n, COALESCE(SUM(id = ${quote(made.customer_id ?? '')}), 0) AS ours FROM tenants`,
  );
  if ((row?.n ?? 0) > 0) return row?.ours === 1 ? made.customer_id : undefined;
  const id = made.customer_id ?? newId('ten_');
  const owner = parseEmailAddress(choices.customer_owner);
  if (owner === undefined) throw new Error('customer_owner: must be an email address');
  record({ customer_id: id });
  const keys = newTenantKeys();
  const { token, statements } = ownerInvitation(id, owner, nowMs);
  keepSecrets(folder, { customer: { ...keys, owner_link: linkOf(token, made.base_url) } });
  const rows = tenantStatements(
    { id, name: choices.customer_name, residency: choices.customer_residency },
    keys,
    nowMs,
  );
  await query([...rows, ...statements].join('\n'));
  return id;
}
