// Reads the entropy-coded data of a baseline JPEG scan: bits and Huffman codes (ITU T.81, annexes C
// and F).

/** Thrown for bytes that violate the JPEG standard in a way that no encoder does. */
export class UnreadableJpeg extends Error {}

/** Codes of up to this many bits are decoded with one table lookup; longer ones are rare. */
const QUICK_BITS = 8;
const MAX_BITS = 16;

export class HuffmanTable {
  /**
   * The table of short codes, indexed by the next QUICK_BITS bits: the length and value of the code
   * that these bits begin with, or 0 for a longer code.
   */
  readonly #quick = new Uint16Array(1 << QUICK_BITS);
  /**
   * For each code length, the last code plus one (`#ends`), and the offset from a code to the index
   * of its value (`#places`).
   */
  readonly #ends = new Int32Array(MAX_BITS + 1);
  readonly #places = new Int32Array(MAX_BITS + 1);
  readonly #values: Uint8Array;

  /**
   * @param counts the number of codes of each length, from length 1 on
   * @param values the values, in the order of their codes
   * @throws UnreadableJpeg when there are more codes of one length than are possible
   */
  constructor(counts: Uint8Array, values: Uint8Array) {
    this.#values = values;
    let code = 0;
    let place = 0;
    for (let length = 1; length <= MAX_BITS; length++) {
      this.#places[length] = place - code;
      for (let left = counts[length - 1] ?? 0; left > 0; left--, code++, place++)
        this.#noteQuick(code, length, values[place] ?? 0);
      if (code > 1 << length) throw new UnreadableJpeg('The Huffman table has too many codes.');
      this.#ends[length] = code;
      code <<= 1;
    }
  }

  read(bits: BitReader): number {
    const next = bits.peek(MAX_BITS);
    const quick = this.#quick[next >> (MAX_BITS - QUICK_BITS)] ?? 0;
    if (quick !== 0) {
      bits.skip(quick >> 8);
      return quick & 0xff;
    }
    for (let length = QUICK_BITS + 1; length <= MAX_BITS; length++) {
      const code = next >> (MAX_BITS - length);
      if (code >= (this.#ends[length] ?? 0)) continue;
      bits.skip(length);
      return this.#values[code + (this.#places[length] ?? 0)] ?? 0;
    }
    throw new UnreadableJpeg('The data contain an unknown Huffman code.');
  }

  #noteQuick(code: number, length: number, value: number): void {
    if (length > QUICK_BITS) return;
    const spare = QUICK_BITS - length;
    this.#quick.fill((length << 8) | value, code << spare, (code + 1) << spare);
  }
}

export class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #bits = 0;
  #count = 0;
  /** Number of zero bits supplied in place of data since a marker was reached. */
  #made = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** @param count 1 to 16 */
  peek(count: number): number {
    if (this.#count < MAX_BITS) this.#fill();
    return (this.#bits >>> (this.#count - count)) & ((1 << count) - 1);
  }

  skip(count: number): void {
    this.#count -= count;
  }

  /** Reads `count` bits as a signed number, which is negative if the first bit is 0 (F.2.2.1). */
  receive(count: number): number {
    const value = this.peek(count);
    this.#count -= count;
    return value < 1 << (count - 1) ? value + (-1 << count) + 1 : value;
  }

  /** Whether more bits have been read than are available before the next marker. */
  get isOverdrawn(): boolean {
    return this.#count < this.#made;
  }

  /**
   * Resumes after a restart marker.
   * @throws UnreadableJpeg when there is none
   */
  restart(): void {
    const marker = this.#bytes[this.#at + 1] ?? 0;
    if (this.#bytes[this.#at] !== 0xff || marker < 0xd0 || marker > 0xd7)
      throw new UnreadableJpeg('A restart marker is missing.');
    this.#at += 2;
    this.#bits = this.#count = this.#made = 0;
  }

  #fill(): void {
    while (this.#count <= MAX_BITS) {
      const byte = this.#bytes[this.#at] ?? 0xff;
      if (byte !== 0xff) this.#at++;
      else if (this.#bytes[this.#at + 1] === 0) this.#at += 2;
      else {
        this.#bits <<= 8;
        this.#count += 8;
        this.#made += 8;
        continue;
      }
      this.#bits = (this.#bits << 8) | byte;
      this.#count += 8;
    }
  }
}
