// A list of blocked faces, opened: in memory only, and compared in one pass. Pure.
import { MINUTE_MS } from '../../../time/durations.ts';
import { DESCRIPTOR_VALUES, placeFace } from '../../terms/face-space.ts';
import { packDescriptor, unpackDescriptor } from '../../terms/packed-descriptor.ts';

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

interface Entry {
  values: Int8Array;
  length: number;
  /** Length of the second half of its values. */
  rest: number;
  model: string;
  expiresAtMs: number;
}

export class OpenList {
  /** By id, so that adding an entry again changes nothing. */
  readonly #entries = new Map<number, Entry>();

  add(faces: readonly OpenedFace[]): void {
    for (const { id, packed, model, expiresAtMs } of faces) {
      const values = valuesOf(packed);
      const [length, rest] = [lengthOf(values), lengthOf(values, HALF)];
      this.#entries.set(id, { values, length, rest, model, expiresAtMs });
    }
  }

  /** Entries of another model say nothing beside it. */
  has({ packed, model, atMost }: PackedFace, nowMs: number): boolean {
    const shown = valuesOf(packed);
    if (shown.length === 0) return false;
    // The cosine that belongs to the distance, of places of length 1.
    const least = (1 - atMost ** 2 / 2) * lengthOf(shown);
    const rest = lengthOf(shown, HALF);
    for (const entry of this.#entries.values())
      if (entry.model === model && nowMs < entry.expiresAtMs && entry.values.length > 0) {
        const begun = product(entry.values, shown, 0, HALF);
        // Hardly anybody gets further: the second half cannot add more than that.
        if (begun + entry.rest * rest < least * entry.length) continue;
        if (begun + product(entry.values, shown, HALF) >= least * entry.length) return true;
      }
    return false;
  }

  /** Whether there are entries of another model, which block nobody until they are added again. */
  isOutdated({ model }: Pick<PackedFace, 'model'>): boolean {
    return [...this.#entries.values()].some((entry) => entry.model !== model);
  }
}

/** Its place among faces, a byte for each value; nothing of what is no descriptor of faceres, which is then like nobody. */
function valuesOf(packed: Uint8Array): Int8Array {
  if (packed.length !== DESCRIPTOR_VALUES) return new Int8Array();
  return new Int8Array(packDescriptor(placeFace(unpackDescriptor(packed))).buffer);
}

const lengthOf = (values: Int8Array, from = 0): number => Math.sqrt(product(values, values, from));

function product(a: Int8Array, b: Int8Array, from = 0, until = a.length): number {
  let sum = 0;
  for (let index = from; index < until; index += 1) sum += Math.imul(a[index] ?? 0, b[index] ?? 0);
  return sum;
}
