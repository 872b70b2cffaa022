// Which pictures the checks of one customer in one mode have shown within a day, by keyed hashes of
// their files: a picture that was taken for one moment of one check proves nothing in another. The
// hashes outlive the sessions, and nothing follows from them without the service's key.
import { DurableObject } from 'cloudflare:workers';
import { DAY_MS, HOUR_MS } from '../time/durations.ts';
import type { KnownPicture, PicturePrint } from '../domain/verification/rules/evidence/prints.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS seen (
  print TEXT PRIMARY KEY, session TEXT NOT NULL, place TEXT NOT NULL, until_ms INTEGER NOT NULL
) WITHOUT ROWID`;
const INDEX = 'CREATE INDEX IF NOT EXISTS seen_until ON seen (until_ms)';

/** Where a picture was shown first. */
type Shown = Record<'session' | 'place', string>;

export class PictureLedger extends DurableObject<Env> {
  #isReady = false;

  /**
   * Notes the pictures of an upload. One that is sent again for its own place is the same picture
   * still: answers get lost.
   * @param session keyed hash of its id
   * @returns those that are known from elsewhere
   */
  async note(session: string, prints: readonly PicturePrint[]): Promise<KnownPicture[]> {
    this.#prepare();
    const nowMs = Date.now();
    const known = prints.flatMap(({ print, place }): KnownPicture[] => {
      const before = this.#find(print, nowMs) ?? { session, place };
      this.#keep(print, before, nowMs + DAY_MS);
      if (before.session === session && before.place === place) return [];
      return [before.session === session ? 'same_session' : 'other_session'];
    });
    if ((await this.ctx.storage.getAlarm()) === null)
      await this.ctx.storage.setAlarm(nowMs + HOUR_MS);
    return known;
  }

  override async alarm(): Promise<void> {
    this.#prepare();
    const nowMs = Date.now();
    const { sql } = this.ctx.storage;
    sql.exec('DELETE FROM seen WHERE until_ms <= ?', nowMs);
    const [left] = sql.exec('SELECT 1 FROM seen LIMIT 1').toArray();
    this.#isReady = left !== undefined;
    if (this.#isReady) await this.ctx.storage.setAlarm(nowMs + HOUR_MS);
    else await this.ctx.storage.deleteAll();
  }

  #prepare(): void {
    if (this.#isReady) return;
    this.ctx.storage.sql.exec(TABLE);
    this.ctx.storage.sql.exec(INDEX);
    this.#isReady = true;
  }

  #find(print: string, nowMs: number): Shown | undefined {
    const query = 'SELECT session, place FROM seen WHERE print = ? AND until_ms > ?';
    const [found] = this.ctx.storage.sql.exec<Shown>(query, print, nowMs).toArray();
    return found;
  }

  /** It stays where it was seen first, for a day after it was seen last. */
  #keep(print: string, { session, place }: Shown, untilMs: number): void {
    const query =
      'INSERT OR REPLACE INTO seen (print, session, place, until_ms) VALUES (?, ?, ?, ?)';
    this.ctx.storage.sql.exec(query, print, session, place, untilMs);
  }
}
