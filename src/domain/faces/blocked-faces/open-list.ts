// A list of blocked faces with decrypted descriptors, kept in memory only and compared in one pass.
// Pure.
import { MINUTE_MS } from '../../../time/durations.ts';
import { cosineWithin } from '../../terms/face-match.ts';
import { DESCRIPTOR_VALUES, placeFace } from '../../terms/face-space.ts';
import { unpackDescriptor } from '../../terms/packed-descriptor.ts';

/**
 * The lifetime of a list in memory. It is limited in case the list is not notified of a change to
 * its entries.
 */
export const LIST_FRESH_MS = 15 * MINUTE_MS;

/**
 * An entry whose descriptor has been decrypted and is in the format of packDescriptor
 * (terms/packed-descriptor.ts).
 */
export interface OpenedFace {
  id: number;
  model: string;
  packed: Uint8Array;
  expiresAtMs: number;
}

/** A face to compare with the list. */
export interface PackedFace {
  model: string;
  packed: Uint8Array;
  /** The largest distance (terms/face-match.ts) at which the face counts as blocked. */
  atMost: number;
}

const HALF = DESCRIPTOR_VALUES / 2;

interface Face {
  values: Int8Array;
  length: number;
  /** The Euclidean norm of the second half of `values`. */
  rest: number;
  /** The nearness as defined in terms/face-space.ts. */
  nearness: number;
}

interface Entry extends Face {
  model: string;
  expiresAtMs: number;
}

export class OpenList {
  /** The entries, keyed by id, so that adding an entry twice has no effect. */
  readonly #entries = new Map<number, Entry>();

  add(faces: readonly OpenedFace[]): void {
    for (const { id, packed, model, expiresAtMs } of faces) {
      const face = openFace(packed);
      if (face !== undefined) this.#entries.set(id, { ...face, model, expiresAtMs });
    }
  }

  /**
   * Whether an entry matches the face. Entries from a model other than the face's cannot be
   * compared with it and are skipped.
   */
  has({ packed, model, atMost }: PackedFace, nowMs: number): boolean {
    const shown = openFace(packed);
    if (shown === undefined) return false;
    for (const entry of this.#entries.values())
      if (entry.model === model && nowMs < entry.expiresAtMs) {
        const least = cosineWithin(atMost, entry, shown) * shown.length * entry.length;
        const begun = product(entry.values, shown.values, 0, HALF);
        // Most comparisons stop here: the second half cannot add enough to reach the limit.
        if (begun + entry.rest * shown.rest < least) continue;
        if (begun + product(entry.values, shown.values, HALF) >= least) return true;
      }
    return false;
  }

  /**
   * Whether the list contains entries from a model other than the face's. Such entries block nobody
   * until they are added again.
   */
  isOutdated({ model }: Pick<PackedFace, 'model'>): boolean {
    return [...this.#entries.values()].some((entry) => entry.model !== model);
  }
}

/** @returns undefined when the bytes are not a faceres descriptor; the face then matches nobody */
function openFace(packed: Uint8Array): Face | undefined {
  if (packed.length !== DESCRIPTOR_VALUES) return undefined;
  const values = new Int8Array(packed.buffer, packed.byteOffset, packed.byteLength);
  const { nearness } = placeFace(unpackDescriptor(packed));
  return { values, length: lengthOf(values), rest: lengthOf(values, HALF), nearness };
}

const lengthOf = (values: Int8Array, from = 0): number => Math.sqrt(product(values, values, from));

function product(a: Int8Array, b: Int8Array, from = 0, until = a.length): number {
  let sum = 0;
  for (let index = from; index < until; index += 1) sum += Math.imul(a[index] ?? 0, b[index] ?? 0);
  return sum;
}
