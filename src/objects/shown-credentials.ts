// Records which single-use credentials wallets have presented (D-151), as keyed hashes of the
// credentials' keys, until the credentials expire. A credential that is presented again in a
// different session is a copy.
import { DurableObject } from 'cloudflare:workers';
import { DAY_MS } from '../time/durations.ts';
import { EndingRows } from './ending-rows.ts';

export class ShownCredentials extends DurableObject<Env> {
  readonly #shown = new EndingRows(this.ctx, {
    name: 'shown',
    columns: 'credential TEXT PRIMARY KEY, session TEXT NOT NULL',
    everyMs: DAY_MS,
  });

  /**
   * Records a credential. It still counts as new for the session in which it was first presented,
   * because an answer may get lost and be sent again.
   * @param credential the keyed hash of the credential's key
   * @param session the keyed hash of the session's id
   * @param untilMs when the credential expires
   * @returns whether it has been presented in a different session before
   */
  async wasShown(credential: string, session: string, untilMs: number): Promise<boolean> {
    const nowMs = Date.now();
    const { sql } = this.#shown;
    const query = 'SELECT session FROM shown WHERE credential = ? AND until_ms > ?';
    const [before] = sql.exec<{ session: string }>(query, credential, nowMs).toArray();
    if (before !== undefined) return before.session !== session;
    sql.exec(
      'INSERT OR REPLACE INTO shown (credential, session, until_ms) VALUES (?, ?, ?)',
      credential,
      session,
      untilMs,
    );
    await this.#shown.sweepLater(nowMs);
    return false;
  }

  override async alarm(): Promise<void> {
    await this.#shown.sweep(Date.now());
  }
}
