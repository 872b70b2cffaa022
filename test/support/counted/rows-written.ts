// Counts rows written the way D1 bills them, including index entries and rows written by triggers.
import { env } from 'cloudflare:workers';
import { meterDatabase } from './metered/metered-database.ts';

/** Adds up the rows that are written through its D1 binding `db`, under the current `name`. */
export class RowMeter {
  readonly written = new Map<string, number>();
  name = '';
  readonly db: D1Database = meterDatabase(env.DB, ({ rows_written: rows }) => {
    this.written.set(this.name, (this.written.get(this.name) ?? 0) + rows);
  });
}
