// Lets a new operator sign in for the first time through a printed link, without an email or an
// initial password. The database stores only the hash of the link's token. The service accepts the
// link in domain/customers/admins/operator-link.ts.
import { randomBytes } from 'node:crypto';
import { LIFETIMES } from '../src/config/config.ts';
import { INVITATION_TOKEN } from '../src/crypto/token-prefixes.ts';
import { parseEmailAddress } from '../src/domain/terms/email-address.ts';
import { hashKey } from './credentials.ts';
import { quote } from './database.ts';

/** The path of the page that an operator's link opens, relative to the service's URL. */
export const OPERATOR_PAGE = '/admin/v1/auth/invitation-page';
export const OPERATOR_LINK_HOURS = LIFETIMES.operatorLinkMs / 3_600_000;

interface NewOperator {
  email: string;
  name: string;
  role: string;
}

/** @returns the token of a new link */
export const newOperatorToken = (): string =>
  `${INVITATION_TOKEN}${randomBytes(32).toString('base64url')}`;

/**
 * Builds the SQL that creates the operator, without a password, unless an operator with that
 * address exists. The SQL also makes the link valid and the operator's earlier links invalid. An
 * operator who has a password or is deactivated gets no link.
 * @param token the result of newOperatorToken; the SQL contains only its hash
 * @throws Error when the address is not an email address
 */
export function operatorStatements(
  { email, name, role }: NewOperator,
  token: string,
  nowMs: number,
): string[] {
  const address = parseEmailAddress(email);
  if (address === undefined) throw new Error(`${email} is not an email address.`);
  const { written, normalized } = address;
  const values = ['admin', written, normalized, name, role, nowMs].map(quote).join(', ');
  const waiting = `FROM staff WHERE audience = 'admin' AND email_normalized = ${quote(normalized)}
    AND password_hash IS NULL AND deactivated_at_ms IS NULL`;
  const expiresAtMs = nowMs + LIFETIMES.operatorLinkMs;
  return [
    `INSERT OR IGNORE INTO staff (audience, email, email_normalized, name, role, created_at_ms)
      VALUES (${values});`,
    `DELETE FROM deployment_links WHERE staff_id IN (SELECT id ${waiting});`,
    `INSERT INTO deployment_links (token_hash, kind, staff_id, created_at_ms, expires_at_ms)
      SELECT ${quote(hashKey(token))}, 'operator', id, ${nowMs}, ${expiresAtMs} ${waiting};`,
  ];
}

/**
 * Builds a query that returns a count of 1 while the link is unused and has not expired, and 0
 * otherwise.
 * @param token the result of newOperatorToken
 */
export const openLinkQuery = (token: string, nowMs: number): string =>
  `SELECT count(*) AS n FROM deployment_links WHERE token_hash = ${quote(hashKey(token))} AND used_at_ms IS NULL AND expires_at_ms > ${nowMs}`;
