// Strictly decodes CBOR (RFC 8949) from wallets and issuers: no duplicate key, no byte after the
// end, no integer that a JavaScript number cannot represent exactly, and at most 32 levels of
// nesting. This is our own code because digests and signatures cover the bytes as they were
// received; a library that decodes and re-encodes data loses those bytes.

export type Bytes = Uint8Array<ArrayBuffer>;
export type CborMap = Map<string | number, CborValue>;
export type CborValue =
  | null
  | undefined
  | boolean
  | number
  | string
  | Bytes
  | CborValue[]
  | CborMap
  | Tagged;

/** An item with a tag, and the bytes that the item was read from, including the tag's bytes. */
export class Tagged {
  readonly tag: number;
  readonly value: CborValue;
  readonly raw: Bytes;

  constructor(tag: number, value: CborValue, raw: Bytes) {
    this.tag = tag;
    this.value = value;
    this.raw = raw;
  }
}

class CborError extends Error {}

const MAX_LEVELS = 32;
/**
 * The additional information of an item of indefinite length, and the byte that ends such an item.
 */
const INDEFINITE = 31;
const BREAK = 0xff;

/**
 * @throws CborError when the bytes are not exactly one item, or contain an unsupported kind of item
 */
export function decodeCbor(bytes: Bytes): CborValue {
  const reader = new Reader(bytes);
  const value = reader.read(0);
  if (reader.left !== 0) throw new CborError('There are bytes after the end of the item.');
  return value;
}

class Reader {
  readonly #bytes: Bytes;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  read(level: number): CborValue {
    if (level > MAX_LEVELS) throw new CborError('It is nested more than 32 levels deep.');
    const start = this.#at;
    const first = this.#byte();
    const [major, info] = [first >> 5, first & 31];
    if (major === 7) return this.#simple(info);
    if (info === INDEFINITE) return this.#indefinite(major, level);
    const count = this.#count(info);
    if (major === 0) return count;
    if (major === 1) return -1 - count;
    if (major === 2) return this.#take(count);
    if (major === 3) return textOf(this.#take(count));
    if (major === 4) return this.#items(count, level);
    if (major === 5) return this.#entries(count, level);
    const value = this.read(level + 1);
    return new Tagged(count, value, this.#bytes.slice(start, this.#at));
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new CborError('It is truncated.');
    this.#at += 1;
    return byte;
  }

  #take(length: number): Bytes {
    if (length > this.left) throw new CborError('It is truncated.');
    this.#at += length;
    return this.#bytes.slice(this.#at - length, this.#at);
  }

  #count(info: number): number {
    if (info < 24) return info;
    const size = sizeOf(info);
    const at = this.#at;
    this.#take(size);
    if (size === 1) return this.#view.getUint8(at);
    if (size === 2) return this.#view.getUint16(at);
    if (size === 4) return this.#view.getUint32(at);
    const large = Number(this.#view.getBigUint64(at));
    if (!Number.isSafeInteger(large)) throw new CborError('A number is too large.');
    return large;
  }

  /**
   * Reads the items of an array. Every item takes at least one byte, so a count larger than the
   * number of remaining bytes is refused before an array is allocated for it.
   */
  #items(count: number, level: number): CborValue[] {
    if (count > this.left) throw new CborError('It is truncated.');
    const items: CborValue[] = [];
    for (let n = 0; n < count; n += 1) items.push(this.read(level + 1));
    return items;
  }

  #entries(count: number, level: number): CborMap {
    if (2 * count > this.left) throw new CborError('It is truncated.');
    const map: CborMap = new Map();
    for (let n = 0; n < count; n += 1) this.#entry(map, level);
    return map;
  }

  #entry(map: CborMap, level: number): void {
    const key = this.read(level + 1);
    if (typeof key !== 'string' && typeof key !== 'number')
      throw new CborError('A map key is neither a text string nor an integer.');
    if (map.has(key)) throw new CborError('A map key appears twice.');
    map.set(key, this.read(level + 1));
  }

  #indefinite(major: number, level: number): CborValue {
    if (major === 2 || major === 3) {
      const chunks: Bytes[] = [];
      while (!this.#isBreak()) {
        const first = this.#byte();
        if (first >> 5 !== major || (first & 31) === INDEFINITE)
          throw new CborError('A chunk of a string has the wrong type.');
        chunks.push(this.#take(this.#count(first & 31)));
      }
      return major === 2 ? joinBytes(chunks) : chunks.map(textOf).join('');
    }
    if (major === 4) {
      const items: CborValue[] = [];
      while (!this.#isBreak()) items.push(this.read(level + 1));
      return items;
    }
    if (major !== 5) throw new CborError('An integer or a tag has indefinite length.');
    const map: CborMap = new Map();
    while (!this.#isBreak()) this.#entry(map, level);
    return map;
  }

  #isBreak(): boolean {
    if (this.#bytes[this.#at] !== BREAK) return false;
    this.#at += 1;
    return true;
  }

  #simple(info: number): CborValue {
    if (info === 20 || info === 21) return info === 21;
    if (info === 22) return null;
    if (info === 23) return undefined;
    const at = this.#at;
    if (info === 26) {
      this.#take(4);
      return this.#view.getFloat32(at);
    }
    if (info === 27) {
      this.#take(8);
      return this.#view.getFloat64(at);
    }
    throw new CborError('A simple value is not supported.');
  }
}

function sizeOf(info: number): number {
  if (info > 27) throw new CborError('A length uses a reserved encoding.');
  return 1 << (info - 24);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Bytes): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new CborError('A text string is not valid UTF-8.');
  }
}

export function joinBytes(parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
