// Records which pictures the checks of one customer in one mode have shown within a day, by keyed
// hashes of their files: a picture that was taken for one moment of one check proves nothing in
// another. The hashes outlive the sessions, and reveal nothing without the service's key.
import { DurableObject } from 'cloudflare:workers';
import { DAY_MS, HOUR_MS } from '../time/durations.ts';
import { EndingRows } from './ending-rows.ts';
import type { KnownPicture, PicturePrint } from '../domain/verification/rules/evidence/prints.ts';

/** Where a picture was first shown. */
type Shown = Record<'session' | 'place', string>;

export class PictureLedger extends DurableObject<Env> {
  readonly #seen = new EndingRows(this.ctx, {
    name: 'seen',
    columns: 'print TEXT PRIMARY KEY, session TEXT NOT NULL, place TEXT NOT NULL',
    everyMs: HOUR_MS,
  });

  /**
   * Records the pictures of an upload. A picture that is sent again for the same place is not a
   * repeat, because responses get lost.
   * @param session keyed hash of its id
   * @returns the pictures that were shown elsewhere before
   */
  async note(session: string, prints: readonly PicturePrint[]): Promise<KnownPicture[]> {
    const nowMs = Date.now();
    const known = prints.flatMap(({ print, place }): KnownPicture[] => {
      const before = this.#find(print, nowMs) ?? { session, place };
      this.#keep(print, before, nowMs + DAY_MS);
      if (before.session === session && before.place === place) return [];
      return [before.session === session ? 'same_session' : 'other_session'];
    });
    await this.#seen.sweepLater(nowMs);
    return known;
  }

  override async alarm(): Promise<void> {
    await this.#seen.sweep(Date.now());
  }

  #find(print: string, nowMs: number): Shown | undefined {
    const query = 'SELECT session, place FROM seen WHERE print = ? AND until_ms > ?';
    const [found] = this.#seen.sql.exec<Shown>(query, print, nowMs).toArray();
    return found;
  }

  /** The first place is kept, for a day after the picture was last seen. */
  #keep(print: string, { session, place }: Shown, untilMs: number): void {
    const query =
      'INSERT OR REPLACE INTO seen (print, session, place, until_ms) VALUES (?, ?, ?, ?)';
    this.#seen.sql.exec(query, print, session, place, untilMs);
  }
}
