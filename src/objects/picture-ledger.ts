// Records, by keyed hashes of the files, which pictures were sent in the checks of one customer in
// one mode within a day: a picture that was taken for one moment of one check proves nothing at any
// other moment. The hashes outlive the sessions, and reveal nothing without the service's key.
import { DurableObject } from 'cloudflare:workers';
import { DAY_MS, HOUR_MS } from '../time/durations.ts';
import type { KnownPicture, PicturePrint } from '../domain/verification/rules/evidence/prints.ts';

/** Where a picture was first shown. */
type Shown = Record<'session' | 'place', string>;

/**
 * The span of time that one table covers. A table is dropped as a whole a day after its span
 * (D-171), because an index on the time would cost another written row for every picture.
 */
const SPAN_MS = HOUR_MS;
const spanAt = (ms: number): number => Math.floor(ms / SPAN_MS);
const endOf = (span: number): number => (span + 1) * SPAN_MS + DAY_MS;

/** The single table, with an index on the time, that versions before D-171 used. */
const EARLIER = 'seen';

export class PictureLedger extends DurableObject<Env> {
  /** The spans that have a table, newest first; undefined until they are read. */
  #spans: number[] | undefined;
  #hasEarlier = false;

  /**
   * Records the pictures of an upload. A picture that is sent again for the same demand and time
   * (`place`) does not count as shown before, because the response to the first upload may have
   * been lost.
   * @param session the keyed hash of the session's id
   * @returns one entry for each picture that had already been shown elsewhere: in the same session
   *   or in a different one
   */
  async note(session: string, prints: readonly PicturePrint[]): Promise<KnownPicture[]> {
    const nowMs = Date.now();
    this.#prepare(spanAt(nowMs));
    const known = prints.flatMap(({ print, place }): KnownPicture[] => {
      const before = this.#find(print, nowMs) ?? { session, place };
      this.#keep(print, before, nowMs);
      if (before.session === session && before.place === place) return [];
      return [before.session === session ? 'same_session' : 'other_session'];
    });
    if ((await this.ctx.storage.getAlarm()) === null) await this.#sweepLater(nowMs);
    return known;
  }

  override async alarm(): Promise<void> {
    const nowMs = Date.now();
    for (const span of this.#readSpans())
      if (endOf(span) <= nowMs) this.ctx.storage.sql.exec(`DROP TABLE ${tableOf(span)}`);
    if (this.#hasEarlier && !this.#isEarlierInUse(nowMs))
      this.ctx.storage.sql.exec(`DROP TABLE ${EARLIER}`);
    this.#spans = undefined;
    await this.#sweepLater(nowMs);
  }

  /**
   * Sets the alarm for the expiry of the oldest table. If there is no table, all storage is
   * deleted.
   */
  async #sweepLater(nowMs: number): Promise<void> {
    const oldest = this.#readSpans().at(-1);
    if (this.#hasEarlier) await this.ctx.storage.setAlarm(nowMs + SPAN_MS);
    else if (oldest !== undefined) await this.ctx.storage.setAlarm(endOf(oldest));
    else {
      await this.ctx.storage.deleteAll();
      this.#spans = undefined;
    }
  }

  #prepare(span: number): void {
    const spans = this.#readSpans();
    if (spans.includes(span)) return;
    this.ctx.storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS ${tableOf(span)} (
        print TEXT PRIMARY KEY, session TEXT NOT NULL, place TEXT NOT NULL, shown_ms INTEGER NOT NULL
      ) WITHOUT ROWID`,
    );
    this.#spans = [span, ...spans].toSorted((one, other) => other - one);
  }

  #readSpans(): number[] {
    if (this.#spans !== undefined) return this.#spans;
    const names = this.ctx.storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'seen%'",
      )
      .toArray()
      .map(({ name }) => name);
    this.#hasEarlier = names.includes(EARLIER);
    this.#spans = names
      .filter((name) => name !== EARLIER)
      .map((name) => Number(name.slice(tableOf('').length)))
      .toSorted((one, other) => other - one);
    return this.#spans;
  }

  #find(print: string, nowMs: number): Shown | undefined {
    const { sql } = this.ctx.storage;
    for (const span of this.#readSpans()) {
      const query = `SELECT session, place FROM ${tableOf(span)} WHERE print = ? AND shown_ms > ?`;
      const [found] = sql.exec<Shown>(query, print, nowMs - DAY_MS).toArray();
      if (found !== undefined) return found;
    }
    if (!this.#hasEarlier) return undefined;
    const query = `SELECT session, place FROM ${EARLIER} WHERE print = ? AND until_ms > ?`;
    return sql.exec<Shown>(query, print, nowMs).toArray()[0];
  }

  /** Stores where the picture was first shown, until a day after it was last seen. */
  #keep(print: string, { session, place }: Shown, nowMs: number): void {
    this.ctx.storage.sql.exec(
      `INSERT OR REPLACE INTO ${tableOf(spanAt(nowMs))} VALUES (?, ?, ?, ?)`,
      print,
      session,
      place,
      nowMs,
    );
  }

  #isEarlierInUse(nowMs: number): boolean {
    const query = `SELECT 1 FROM ${EARLIER} WHERE until_ms > ? LIMIT 1`;
    return this.ctx.storage.sql.exec(query, nowMs).toArray().length > 0;
  }
}

const tableOf = (span: number | ''): string => `seen_${span}`;
