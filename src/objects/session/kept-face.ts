// The face of a passed face check (D-97) in a session's own storage: sealed, kept for at most five
// minutes, and handed out only once.
import { FACE_KEPT_MS } from '../../domain/verification/rules/face/face-check.ts';

/** A descriptor that the session's object has sealed (domain/verification/sealed-face.ts). */
export interface SealedCheckFace {
  sealed: string;
  /** The hash of the model that computed the descriptor. */
  model: string;
}

interface StoredFace extends SealedCheckFace {
  untilMs: number;
}

const KEY = 'face';

export class CheckedFace {
  readonly #kv: SyncKvStorage;

  constructor({ storage }: DurableObjectState) {
    this.#kv = storage.kv;
  }

  /** Keeps a face. Call this right before the record is saved, in the same transaction. */
  keep(face: SealedCheckFace, nowMs: number): void {
    this.#kv.put(KEY, { ...face, untilMs: nowMs + FACE_KEPT_MS } satisfies StoredFace);
  }

  /** @returns undefined when there is no face or it has expired */
  read(nowMs: number): SealedCheckFace | undefined {
    const face = this.#kv.get<StoredFace>(KEY);
    if (face === undefined || nowMs >= face.untilMs) return undefined;
    return { sealed: face.sealed, model: face.model };
  }

  drop(): void {
    this.#kv.delete(KEY);
  }

  /**
   * Reads and deletes the face without an await in between, so that only one of several concurrent
   * callers gets it.
   */
  take(nowMs: number): SealedCheckFace | undefined {
    const face = this.read(nowMs);
    this.drop();
    return face;
  }

  /** Drops the face if it has expired. The session's alarm must call this. */
  dropOld(nowMs: number): void {
    if (nowMs >= this.endsAtMs) this.drop();
  }

  /** When the face expires; Infinity when there is none. */
  get endsAtMs(): number {
    return this.#kv.get<StoredFace>(KEY)?.untilMs ?? Infinity;
  }
}
