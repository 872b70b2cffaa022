// Records which age passes of one key have been redeemed, by hashes of their nonces. Each object
// stores a part of the hashes, so that a key with many passes does not overload one object. The
// issuing side never sees these hashes. Everything is deleted once the key's passes are invalid.
import { DurableObject } from 'cloudflare:workers';
import type { Spending } from '../domain/platform/age-passes/pass-key.ts';
import { MINUTE_MS } from '../time/durations.ts';

const TABLE = `CREATE TABLE IF NOT EXISTS spent (
  mark TEXT PRIMARY KEY, holder TEXT NOT NULL, noted_ms INTEGER NOT NULL
) WITHOUT ROWID`;
const INDEX = `CREATE INDEX IF NOT EXISTS spent_held ON spent (noted_ms) WHERE holder <> ''`;

/**
 * How long the holder of a redeemed pass is stored: a session's lifetime. After that, only the fact
 * that the pass was redeemed is stored.
 */
const HOLDER_MS = 15 * MINUTE_MS;

const UNTIL = 'until';

export class SpentPasses extends DurableObject<Env> {
  #isReady = false;

  /**
   * Redeems a pass. Exactly one of several concurrent callers receives `first`.
   * @param mark the hash of the pass's nonce
   * @param holder the keyed hash that identifies the purpose of the redemption; a redemption may be
   *   repeated for the same purpose, unless the value is empty
   * @param untilMs when the passes of the key's month stop being accepted
   */
  async spend(mark: string, holder: string, untilMs: number): Promise<Spending> {
    this.#prepare();
    const nowMs = Date.now();
    const { sql } = this.ctx.storage;
    const added = sql
      .exec(
        'INSERT INTO spent (mark, holder, noted_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING mark',
        mark,
        holder,
        nowMs,
      )
      .toArray();
    if (added.length === 0) return this.#isHeldBy(mark, holder, nowMs) ? 'again' : 'spent';
    this.ctx.storage.kv.put(UNTIL, untilMs);
    await this.#wakeBy(holder === '' ? untilMs : Math.min(untilMs, nowMs + HOLDER_MS));
    return 'first';
  }

  override async alarm(): Promise<void> {
    const nowMs = Date.now();
    const untilMs = this.ctx.storage.kv.get<number>(UNTIL) ?? 0;
    if (nowMs >= untilMs) {
      await this.ctx.storage.deleteAll();
      this.#isReady = false;
      return;
    }
    this.#prepare();
    const { sql } = this.ctx.storage;
    sql.exec(
      "UPDATE spent SET holder = '' WHERE holder <> '' AND noted_ms <= ?",
      nowMs - HOLDER_MS,
    );
    const [next] = sql
      .exec<{ noted_ms: number }>(
        "SELECT noted_ms FROM spent WHERE holder <> '' ORDER BY noted_ms LIMIT 1",
      )
      .toArray();
    await this.ctx.storage.setAlarm(
      next === undefined ? untilMs : Math.min(untilMs, next.noted_ms + HOLDER_MS),
    );
  }

  #prepare(): void {
    if (this.#isReady) return;
    this.ctx.storage.sql.exec(TABLE);
    this.ctx.storage.sql.exec(INDEX);
    this.#isReady = true;
  }

  #isHeldBy(mark: string, holder: string, nowMs: number): boolean {
    if (holder === '') return false;
    const query = 'SELECT 1 FROM spent WHERE mark = ? AND holder = ? AND noted_ms > ?';
    const held = this.ctx.storage.sql.exec(query, mark, holder, nowMs - HOLDER_MS).toArray();
    return held.length > 0;
  }

  async #wakeBy(atMs: number): Promise<void> {
    const set = await this.ctx.storage.getAlarm();
    if (set === null || set > atMs) await this.ctx.storage.setAlarm(atMs);
  }
}
