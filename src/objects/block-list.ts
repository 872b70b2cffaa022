// The decrypted blocked faces of one customer in one mode, in memory while they are in use (D-100).
// The object stores nothing: the entries are sealed in D1, and a caller that finds the object empty
// fills it. There is only one object per list, so that a removed entry is gone for every caller.
import { DurableObject } from 'cloudflare:workers';
import { randomToken } from '../crypto/random.ts';
import {
  LIST_FRESH_MS,
  OpenList,
  type OpenedFace,
  type PackedFace,
} from '../domain/faces/blocked-faces/open-list.ts';

type ListAnswer =
  | { ok: true; isBlocked: boolean; isOutdated: boolean }
  /** The caller must read the entries and pass them to takeEntries with the id `reading`. */
  | { ok: false; reading: string };

interface Filling {
  list: OpenList;
  freshUntilMs: number;
}

export class BlockList extends DurableObject<Env> {
  #list: Filling | undefined;
  /**
   * The id that callers pass with the entries they have read. It changes whenever entries change,
   * because entries read earlier are then outdated.
   */
  #reading = randomToken(12);
  #filling: OpenList | undefined;

  async findMatch(face: PackedFace): Promise<ListAnswer> {
    const nowMs = Date.now();
    if (this.#list !== undefined && nowMs >= this.#list.freshUntilMs) this.#forget();
    if (this.#list === undefined) return { ok: false, reading: this.#reading };
    const { list } = this.#list;
    return { ok: true, isBlocked: list.has(face, nowMs), isOutdated: list.isOutdated(face) };
  }

  /**
   * Adds some of the entries, in any order; several callers may do so concurrently.
   * @param face passed with the last entries only; it is then compared with all of them
   */
  async takeEntries(
    reading: string,
    faces: readonly OpenedFace[],
    face?: PackedFace,
  ): Promise<ListAnswer> {
    if (reading !== this.#reading) return { ok: false, reading: this.#reading };
    const list = (this.#filling ??= new OpenList());
    list.add(faces);
    if (face === undefined) return { ok: false, reading };
    this.#list = { list, freshUntilMs: Date.now() + LIST_FRESH_MS };
    return this.findMatch(face);
  }

  /** Forgets the entries in memory. Call this when entries have changed. */
  async forgetEntries(): Promise<void> {
    this.#forget();
  }

  #forget(): void {
    this.#reading = randomToken(12);
    this.#list = undefined;
    this.#filling = undefined;
  }
}
