import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { tenants } from './tenants.ts';

/** Which changes of law a customer under a policy has been mailed (D-163). */
export const lawNotices = sqliteTable('law_notices', {
  tenant_id: text()
    .primaryKey()
    .references(() => tenants.id, { onDelete: 'cascade' }),
  /** The settings that the row is about. With others the first look is made once more. */
  policy: text().notNull(),
  policy_context: text().notNull(),
  /** SHA-256 of the rules' data at the last look, hex. */
  version: text().notNull(),
  /** The next look while those stay the same, `YYYY-MM-DD` of UTC. */
  due_day: text().notNull(),
  /** JSON array of changes that need no mail any more. */
  noticed: text().notNull(),
});

/** The rules of a context as a customer has last said that it has seen them (D-163). */
export const lawSeen = sqliteTable(
  'law_seen',
  {
    tenant_id: text()
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    context: text().notNull(),
    /** SHA-256 of those rules, hex. */
    version: text().notNull(),
    /** JSON array of them, as the files had them. */
    rules: text().notNull(),
    seen_at_ms: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenant_id, table.context] })],
);
