// Encodes the CBOR that we send and hash, with the shortest heads and with keys in the given order.
import { encodeUtf8 } from '../../crypto/encoding.ts';
import { type Bytes, joinBytes } from './cbor.ts';

export type Encodable =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | Embedded
  | readonly Encodable[]
  | ReadonlyMap<string | number, Encodable>;

/** An encoded item that is embedded in another one as bytes (tag 24). */
export class Embedded {
  readonly content: Uint8Array;

  constructor(content: Uint8Array) {
    this.content = content;
  }
}

/** @throws RangeError for a number that is not an integer, or does not fit in 32 bits */
export function encodeCbor(value: Encodable): Bytes {
  if (value === null) return Uint8Array.of(0xf6);
  if (typeof value === 'boolean') return Uint8Array.of(value ? 0xf5 : 0xf4);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    const text = encodeUtf8(value);
    return joinBytes([head(3, text.length), text]);
  }
  if (value instanceof Uint8Array) return joinBytes([head(2, value.length), value]);
  if (value instanceof Embedded) return joinBytes([head(6, 24), encodeCbor(value.content)]);
  if (value instanceof Map) {
    const entries = [...(value as ReadonlyMap<string | number, Encodable>)];
    return joinBytes([head(5, entries.length), ...entries.flat().map(encodeCbor)]);
  }
  const items = value as readonly Encodable[];
  return joinBytes([head(4, items.length), ...items.map(encodeCbor)]);
}

function head(major: number, count: number): Bytes {
  if (!Number.isInteger(count) || count < 0 || count > 0xffff_ffff)
    throw new RangeError('not an integer of 32 bits');
  const first = major << 5;
  if (count < 24) return Uint8Array.of(first | count);
  if (count < 0x100) return Uint8Array.of(first | 24, count);
  if (count < 0x1_0000) return Uint8Array.of(first | 25, count >> 8, count & 0xff);
  const bytes = new Uint8Array(5);
  bytes[0] = first | 26;
  new DataView(bytes.buffer).setUint32(1, count);
  return bytes;
}
