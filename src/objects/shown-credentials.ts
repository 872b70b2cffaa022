// Which credentials wallets have shown, of those that issuers give for one showing each (D-151): by keyed hashes of their keys, until
// they end. One that comes for another session is a copy.
import { DurableObject } from 'cloudflare:workers';
import { DAY_MS } from '../time/durations.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS shown (
  credential TEXT PRIMARY KEY, session TEXT NOT NULL, until_ms INTEGER NOT NULL
) WITHOUT ROWID`;
const INDEX = 'CREATE INDEX IF NOT EXISTS shown_until ON shown (until_ms)';

export class ShownCredentials extends DurableObject<Env> {
  #isReady = false;

  /**
   * Notes a credential. For the session that showed it first it stays new: answers get lost.
   * @param credential keyed hash of its key @param session keyed hash of its id @param untilMs when it ends
   * @returns whether another session has shown it before
   */
  async wasShown(credential: string, session: string, untilMs: number): Promise<boolean> {
    this.#prepare();
    const nowMs = Date.now();
    const { sql } = this.ctx.storage;
    const [before] = sql
      .exec<{ session: string }>(
        'SELECT session FROM shown WHERE credential = ? AND until_ms > ?',
        credential,
        nowMs,
      )
      .toArray();
    if (before !== undefined) return before.session !== session;
    sql.exec('INSERT OR REPLACE INTO shown VALUES (?, ?, ?)', credential, session, untilMs);
    if ((await this.ctx.storage.getAlarm()) === null)
      await this.ctx.storage.setAlarm(nowMs + DAY_MS);
    return false;
  }

  override async alarm(): Promise<void> {
    this.#prepare();
    const nowMs = Date.now();
    const { sql } = this.ctx.storage;
    sql.exec('DELETE FROM shown WHERE until_ms <= ?', nowMs);
    const [left] = sql.exec('SELECT 1 FROM shown LIMIT 1').toArray();
    this.#isReady = left !== undefined;
    if (this.#isReady) await this.ctx.storage.setAlarm(nowMs + DAY_MS);
    else await this.ctx.storage.deleteAll();
  }

  #prepare(): void {
    if (this.#isReady) return;
    this.ctx.storage.sql.exec(TABLE);
    this.ctx.storage.sql.exec(INDEX);
    this.#isReady = true;
  }
}
