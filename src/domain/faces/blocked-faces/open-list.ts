// A list of blocked faces, opened: in memory only, and compared in one pass. Pure.
import { MINUTE_MS } from '../../../time/durations.ts';
import { cosineWithin } from '../../terms/face-match.ts';
import { DESCRIPTOR_VALUES, placeFace } from '../../terms/face-space.ts';
import { unpackDescriptor } from '../../terms/packed-descriptor.ts';

/** How long a list is used: should nobody have been able to say that entries changed, they are read again. */
export const LIST_FRESH_MS = 15 * MINUTE_MS;

/** An entry as bytes of packDescriptor (terms/packed-descriptor.ts). */
export interface OpenedFace {
  id: number;
  model: string;
  packed: Uint8Array;
  expiresAtMs: number;
}

/** A face that is compared with all of them. */
export interface PackedFace {
  model: string;
  packed: Uint8Array;
  /** Up to this distance of terms/face-match.ts it is a blocked one. */
  atMost: number;
}

const HALF = DESCRIPTOR_VALUES / 2;

interface Face {
  values: Int8Array;
  length: number;
  /** Length of the second half of its values. */
  rest: number;
  /** Of terms/face-space.ts. */
  nearness: number;
}

interface Entry extends Face {
  model: string;
  expiresAtMs: number;
}

export class OpenList {
  /** By id, so that adding an entry again changes nothing. */
  readonly #entries = new Map<number, Entry>();

  add(faces: readonly OpenedFace[]): void {
    for (const { id, packed, model, expiresAtMs } of faces) {
      const face = openFace(packed);
      if (face !== undefined) this.#entries.set(id, { ...face, model, expiresAtMs });
    }
  }

  /** Entries of another model say nothing beside it. */
  has({ packed, model, atMost }: PackedFace, nowMs: number): boolean {
    const shown = openFace(packed);
    if (shown === undefined) return false;
    for (const entry of this.#entries.values())
      if (entry.model === model && nowMs < entry.expiresAtMs) {
        const least = cosineWithin(atMost, entry, shown) * shown.length * entry.length;
        const begun = product(entry.values, shown.values, 0, HALF);
        // Hardly anybody gets further: the second half cannot add more than that.
        if (begun + entry.rest * shown.rest < least) continue;
        if (begun + product(entry.values, shown.values, HALF) >= least) return true;
      }
    return false;
  }

  /** Whether there are entries of another model, which block nobody until they are added again. */
  isOutdated({ model }: Pick<PackedFace, 'model'>): boolean {
    return [...this.#entries.values()].some((entry) => entry.model !== model);
  }
}

/** @returns undefined for what is no descriptor of faceres, which is like nobody */
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
