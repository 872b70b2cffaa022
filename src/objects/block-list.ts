// The blocked faces of one customer in one mode, opened, while they are in use (D-100). It stores nothing: the entries are in
// D1, sealed, and whoever finds this empty fills it. One object, so that an entry that goes is gone for every caller.
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
  /** Read the entries, and fill them in under this name of the reading. */
  | { ok: false; reading: string };

interface Filling {
  list: OpenList;
  freshUntilMs: number;
}

export class BlockList extends DurableObject<Env> {
  #list: Filling | undefined;
  /** Another one whenever entries have changed: what was read before is not the list any more. */
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
   * A part of the entries, in any order; several callers may do so at once.
   * @param face compared when these were the last ones
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

  /** Entries have changed. */
  async forgetEntries(): Promise<void> {
    this.#forget();
  }

  #forget(): void {
    this.#reading = randomToken(12);
    this.#list = undefined;
    this.#filling = undefined;
  }
}
