// SQL that inserts a grant and remembers the person's consent. This is the most frequent write to
// the database.
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { AFTER_CHANGE } from '../../../db/insert-when.ts';
import { rememberQuery } from '../../../db/remembered-query.ts';
import { connections, grants } from '../../../db/schema/index.ts';
import { AGE_BRACKETS, type AgeBracket } from '../../terms/age-bracket.ts';
import { permissionsOf } from '../../terms/agreement.ts';

interface NewGrant {
  id: string;
  accountId: number;
  clientId: string;
  sessionId: string;
  scope: readonly string[];
  /** The client's thresholds when the person agreed; undefined for all thresholds. */
  ageThresholds?: readonly AgeBracket[] | undefined;
  /** Host of the redirect URI. */
  host: string;
  /**
   * Whether the grant relies on remembered consent, without asking the person again; that consent
   * must then still cover everything that is granted at this host.
   */
  isRemembered: boolean;
  nowMs: number;
  expiresAtMs: number;
}

const given = sql.placeholder;

/**
 * The union of two space-separated lists, in the form that `join` returns. NULL counts as an empty
 * list.
 */
const union = (first: SQL, second: SQL): SQL =>
  sql`(SELECT group_concat(value, ' ') FROM (SELECT value FROM ${wordsOf(first)} UNION SELECT value FROM ${wordsOf(second)} ORDER BY 1))`;

/**
 * The words of a space-separated list, as rows. They can be quoted as JSON without escaping, since
 * scopes and permissions contain no quotes.
 */
const wordsOf = (list: SQL): SQL => sql`json_each('["' || replace(${list}, ' ', '","') || '"]')`;

/** The SQL equivalent of readAgreement. */
const agreementIn = (list: SQL): SQL =>
  sql`iif(${list} LIKE '%age_verification%' AND ${list} NOT LIKE '%age:%', ${list} || ${ALL_AGES}, ${list})`;

const ALL_AGES = AGE_BRACKETS.map((age) => ` age:${age}`).join('');

const IS_STILL_AGREED = sql`EXISTS (
        SELECT 1 FROM connections
        WHERE account_id = ${given('accountId')} AND client_id = ${given('clientId')} AND NOT EXISTS (
          SELECT value FROM ${wordsOf(sql`${given('here')}`)} EXCEPT
          SELECT value FROM ${wordsOf(agreementIn(sql`json_extract(agreed, ${given('path')})`))}))`;

const insertingGrant = (isRemembered: boolean) =>
  rememberQuery((db) =>
    db
      .insert(grants)
      .select(
        // All columns, in the order of the table.
        sql`
      SELECT ${given('id')}, accounts.id, ${given('clientId')}, ${given('sessionId')}, ${given('scope')},
        ${given('nowMs')}, ${given('expiresAtMs')}, NULL, ${given('thresholds')}, NULL
      FROM accounts JOIN account_sessions ON account_sessions.account_id = accounts.id
      WHERE accounts.id = ${given('accountId')} AND account_sessions.id = ${given('sessionId')}
        AND accounts.status IN ('active', 'locked')
        AND NOT EXISTS (SELECT 1 FROM oauth_clients WHERE id = ${given('clientId')} AND deleted_at_ms IS NOT NULL)
        AND ${isRemembered ? IS_STILL_AGREED : sql`TRUE`}`,
      )
      // Unlike DO NOTHING, this returns a row for a grant that already exists, but none for an
      // account that may not have the grant.
      .onConflictDoUpdate({
        target: grants.id,
        set: { id: sql`excluded.id` },
        setWhere: sql`${grants.session_id} = excluded.session_id AND ${grants.revoked_at_ms} IS NULL`,
      })
      .returning({ id: grants.id }),
  );

const AFTER_CONSENT = insertingGrant(false);
const AS_REMEMBERED = insertingGrant(true);

const rememberingConsent = rememberQuery((db) =>
  db
    .insert(connections)
    .select(
      // All columns, in the order of the table.
      sql`SELECT ${given('accountId')}, ${given('clientId')}, ${given('scope')}, ${given('nowMs')}, ${given('nowMs')}, ${given('agreed')}
        WHERE ${AFTER_CHANGE}`,
    )
    .onConflictDoUpdate({
      target: [connections.account_id, connections.client_id],
      set: {
        scope: union(sql`${given('scope')}`, sql`${connections.scope}`),
        agreed: sql`json_set(${connections.agreed}, ${given('path')}, ${union(
          sql`${given('here')}`,
          agreementIn(sql`json_extract(${connections.agreed}, ${given('path')})`),
        )})`,
        last_shared_at_ms: sql`${given('nowMs')}`,
      },
    }),
);

/**
 * Writes both the grant and the remembered consent, or neither, in one round trip; repeating the
 * call is harmless. Earlier consent is merged in the same statement, so that concurrent consents
 * are both kept.
 * @returns false when the account is not active, the grant has been revoked in the meantime, the
 *   remembered consent has been withdrawn or does not cover the grant, or the client has been
 *   deleted, which other isolates may not notice for 30 s
 */
export async function insertGrant(db: Database, grant: NewGrant): Promise<boolean> {
  const { host, ageThresholds } = grant;
  const here = join(permissionsOf(grant));
  const values = {
    ...grant,
    here,
    scope: join(grant.scope),
    thresholds: ageThresholds === undefined ? null : JSON.stringify(ageThresholds),
    agreed: JSON.stringify({ [host]: here }),
    path: `$."${host}"`,
  };
  const inserting = grant.isRemembered ? AS_REMEMBERED : AFTER_CONSENT;
  const [inserted] = await db.$client.batch([
    inserting.bind(db, values),
    rememberingConsent.bind(db, values),
  ]);
  return inserted !== undefined && inserted.results.length > 0;
}

const join = (scope: readonly string[]): string => [...new Set(scope)].toSorted().join(' ');
