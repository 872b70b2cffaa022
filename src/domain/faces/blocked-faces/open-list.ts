// A list of blocked faces, opened: in memory only, and compared in one pass. Pure.
import { MINUTE_MS } from '../../../time/durations.ts';

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
}

/**
 * Up to it a face is a blocked one: closer than the closest of 706 pairs of strangers (0.75). One comparison is with up to
 * 10,000 people, so it is stricter than where a picture is compared with one enrolled person (0.84); the figures, and of how
 * few people they are: docs/face.md.
 */
export const BLOCKED_AT_MOST = 0.7;

/** The cosine that belongs to a distance of descriptors of length 1. */
const LEAST_COSINE = 1 - BLOCKED_AT_MOST ** 2 / 2;

/** Of a descriptor's 1,024 values. */
const HALF = 512;

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
  has({ packed, model }: PackedFace, nowMs: number): boolean {
    const shown = valuesOf(packed);
    const least = LEAST_COSINE * lengthOf(shown);
    const rest = lengthOf(shown, HALF);
    for (const entry of this.#entries.values())
      if (entry.model === model && nowMs < entry.expiresAtMs) {
        const begun = product(entry.values, shown, 0, HALF);
        // Hardly anybody gets further: the second half cannot add more than that.
        if (begun + entry.rest * rest < least * entry.length) continue;
        if (begun + product(entry.values, shown, HALF) >= least * entry.length) return true;
      }
    return false;
  }

  /** Whether there are entries of another model, which block nobody until they are added again. */
  isOutdated({ model }: PackedFace): boolean {
    return [...this.#entries.values()].some((entry) => entry.model !== model);
  }
}

const valuesOf = (packed: Uint8Array): Int8Array =>
  new Int8Array(packed.buffer, packed.byteOffset, packed.byteLength);

const lengthOf = (values: Int8Array, from = 0): number => Math.sqrt(product(values, values, from));

function product(a: Int8Array, b: Int8Array, from = 0, until = a.length): number {
  let sum = 0;
  for (let index = from; index < until; index += 1) sum += Math.imul(a[index] ?? 0, b[index] ?? 0);
  return sum;
}
