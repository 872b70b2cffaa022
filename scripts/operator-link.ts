// A new operator's way in without a mail or a password: a link that is printed, of which the database has the hash. The service takes
// it in domain/customers/admins/operator-link.ts.
import { randomBytes } from 'node:crypto';
import { LIFETIMES } from '../src/config/config.ts';
import { INVITATION_TOKEN } from '../src/crypto/token-prefixes.ts';
import { hashKey } from './credentials.ts';
import { quote } from './database.ts';
import { operatorStatement } from './first-rows.ts';

/** Below the address of the service. */
export const OPERATOR_PAGE = '/admin/v1/auth/invitation-page';
export const OPERATOR_LINK_HOURS = LIFETIMES.operatorLinkMs / 3_600_000;

interface NewOperator {
  email: string;
  name: string;
  role: string;
}

/** @returns a secret for one link */
export const newOperatorToken = (): string =>
  `${INVITATION_TOKEN}${randomBytes(32).toString('base64url')}`;

/** SQL's condition for operators of that address who have no password. */
const waits = (email: string): string =>
  `audience = 'admin' AND email_normalized = ${quote(normalize(email))} AND password_hash IS NULL AND deactivated_at_ms IS NULL`;

const normalize = (email: string): string => email.normalize('NFKC').toLowerCase();

/**
 * Makes the operator without a password, unless there is one of that address, and the link good. Links before end. An operator who
 * has a password gets none.
 * @param token of newOperatorToken; the SQL has its hash alone
 */
export function operatorStatements(operator: NewOperator, token: string, nowMs: number): string[] {
  const expiresAtMs = nowMs + LIFETIMES.operatorLinkMs;
  const ofThem = `SELECT id FROM staff WHERE ${waits(operator.email)}`;
  return [
    operatorStatement(operator, nowMs).replace('INSERT INTO', 'INSERT OR IGNORE INTO'),
    `DELETE FROM deployment_links WHERE staff_id IN (${ofThem});`,
    `INSERT INTO deployment_links (token_hash, kind, staff_id, created_at_ms, expires_at_ms)
      SELECT ${quote(hashKey(token))}, 'operator', id, ${nowMs}, ${expiresAtMs} FROM staff WHERE ${waits(operator.email)};`,
  ];
}

/** SQL that counts whether a link still lets an operator in. @param token of newOperatorToken */
export const openLinkQuery = (token: string, nowMs: number): string =>
  `SELECT count(*) AS n FROM deployment_links WHERE token_hash = ${quote(hashKey(token))} AND used_at_ms IS NULL AND expires_at_ms > ${nowMs}`;
