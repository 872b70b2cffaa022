// Decodes the only kind of JPEG that passes jpeg-guard.ts: baseline, three colours, one scan (ITU
// T.81). We have our own decoder because a wasm decoder needs a second heap and rounds differently,
// and a decoder that allocates objects doubles V8's memory use. This decoder converts blocks
// directly to pixels and keeps nothing between pictures.
import type { Picture } from '../face/picture.ts';
import { BitReader, HuffmanTable, UnreadableJpeg } from './huffman.ts';
import { fillBlock, invertBlock } from './inverse-dct.ts';
import { layOut, paintUnit, type PaintedComponent, type Scale } from './paint.ts';

const BLOCK = 8;
const COEFFICIENTS = BLOCK * BLOCK;
/**
 * Maps the zigzag order, in which the file stores coefficients, to row-major order (figure A.6).
 */
const ZIGZAG = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
  45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
]);

const BASELINE = 0xc0;
const HUFFMAN_TABLES = 0xc4;
const SCAN = 0xda;
const QUANTISATION_TABLES = 0xdb;
const RESTART_INTERVAL = 0xdd;

/** One of the three colour components. */
interface Component extends PaintedComponent {
  id: number;
  quantisation: number;
  dc: HuffmanTable | undefined;
  ac: HuffmanTable | undefined;
  /** The mean (DC coefficient) of the last block, from which the next one is predicted. */
  mean: number;
}

interface Frame {
  width: number;
  height: number;
  /** The components: brightness, blue difference and red difference. */
  components: [Component, Component, Component];
}

interface Tables {
  quantisation: Map<number, Uint16Array>;
  dc: Map<number, HuffmanTable>;
  ac: Map<number, HuffmanTable>;
}

/** A component with the tables for its blocks. */
interface Coded extends Component {
  dc: HuffmanTable;
  ac: HuffmanTable;
  factors: Uint16Array;
}

type Order = readonly [Coded, Coded, Coded];

/**
 * @param jpeg a JPEG that passed jpeg-guard.ts
 * @param scale edge length in px of the square that becomes one pixel of the result; the full-size
 *   picture is never allocated
 * @throws UnreadableJpeg
 */
export function decodeBaseline(jpeg: Uint8Array, scale: Scale = 1): Picture {
  const tables: Tables = { quantisation: new Map(), dc: new Map(), ac: new Map() };
  let frame: Frame | undefined;
  let interval = 0;
  for (let at = 2; at + 4 <= jpeg.length;) {
    const marker = jpeg[at + 1] ?? 0;
    const end = at + 2 + uint16(jpeg, at + 2);
    const body = jpeg.subarray(at + 4, end);
    if (marker === BASELINE) frame = readFrame(body);
    else if (marker === QUANTISATION_TABLES) readQuantisation(body, tables);
    else if (marker === HUFFMAN_TABLES) readHuffman(body, tables);
    else if (marker === RESTART_INTERVAL) interval = uint16(body, 0);
    else if (marker === SCAN && frame) {
      const order = orderOf(body, frame, tables);
      return decodeScan(frame, order, new BitReader(jpeg, end), { interval, scale });
    }
    at = end;
  }
  throw new UnreadableJpeg('No scan.');
}

const uint16 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

function readFrame(body: Uint8Array): Frame {
  const componentAt = (at: number): Component => {
    const [across, down] = [(body[at + 1] ?? 0) >> 4, (body[at + 1] ?? 0) & 15];
    const samples = new Uint8Array(COEFFICIENTS * across * down);
    const [id, quantisation] = [body[at] ?? 0, body[at + 2] ?? 0];
    return { id, across, down, quantisation, dc: undefined, ac: undefined, samples, mean: 0 };
  };
  const components: Frame['components'] = [componentAt(6), componentAt(9), componentAt(12)];
  return { width: uint16(body, 3), height: uint16(body, 1), components };
}

function readQuantisation(body: Uint8Array, { quantisation }: Tables): void {
  for (let at = 0; at < body.length;) {
    const [isWide, name] = [(body[at] ?? 0) >> 4 !== 0, (body[at] ?? 0) & 15];
    at++;
    const factors = new Uint16Array(COEFFICIENTS);
    for (let k = 0; k < COEFFICIENTS; k++, at += isWide ? 2 : 1)
      factors[k] = isWide ? uint16(body, at) : (body[at] ?? 0);
    quantisation.set(name, factors);
  }
}

function readHuffman(body: Uint8Array, { dc, ac }: Tables): void {
  for (let at = 0; at < body.length;) {
    const [kind, name] = [(body[at] ?? 0) >> 4, (body[at] ?? 0) & 15];
    const counts = body.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    at += 17 + total;
    const table = new HuffmanTable(counts, body.subarray(at - total, at));
    (kind === 0 ? dc : ac).set(name, table);
  }
}

/**
 * @returns the components in the order of the scan
 * @throws UnreadableJpeg unless every component appears exactly once and has all its tables
 */
function orderOf(body: Uint8Array, { components }: Frame, tables: Tables): Order {
  const find = (at: number): Coded => {
    const component = components.find(({ id }) => id === body[at]);
    const names = body[at + 1] ?? 0;
    const factors = tables.quantisation.get(component?.quantisation ?? -1);
    const [dc, ac] = [tables.dc.get(names >> 4), tables.ac.get(names & 15)];
    if (!component || !factors || !dc || !ac) throw new UnreadableJpeg('A table is missing.');
    return Object.assign(component, { dc, ac, factors });
  };
  const order: Order = [find(1), find(3), find(5)];
  if (new Set(order).size < order.length)
    throw new UnreadableJpeg('A colour component appears twice.');
  return order;
}

function decodeScan(
  frame: Frame,
  order: Order,
  bits: BitReader,
  { interval, scale }: { interval: number; scale: Scale },
): Picture {
  const { width, height, components } = frame;
  const layout = layOut(components, scale);
  const { unitWidth, unitHeight } = layout;
  const [first, second, third] = order;
  const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
  const picture = { data: new Uint8Array(size.width * size.height * 4), ...size };
  const block = new Int32Array(COEFFICIENTS);
  let units = 0;
  for (let y = 0; y < height; y += unitHeight) {
    for (let x = 0; x < width; x += unitWidth, units++) {
      if (interval > 0 && units > 0 && units % interval === 0) restart(order, bits);
      decodeUnit(first, bits, block);
      decodeUnit(second, bits, block);
      decodeUnit(third, bits, block);
      paintUnit(picture, layout, components, x, y);
    }
  }
  return picture;
}

function restart(order: readonly Coded[], bits: BitReader): void {
  bits.restart();
  for (const component of order) component.mean = 0;
}

/** Decodes the blocks of one component within a minimum coded unit, row by row (A.2.3). */
function decodeUnit(component: Coded, bits: BitReader, block: Int32Array): void {
  const { across, down, samples } = component;
  const stride = BLOCK * across;
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const at = BLOCK * (row * stride + column);
      const hasDetail = readBlock(component, bits, block);
      if (hasDetail) invertBlock(block, samples, at, stride);
      else fillBlock(block[0] ?? 0, samples, at, stride);
    }
  }
}

/**
 * @returns whether the block has coefficients other than its mean
 * @throws UnreadableJpeg
 */
function readBlock(component: Coded, bits: BitReader, block: Int32Array): boolean {
  const { dc, ac, factors } = component;
  const size = dc.read(bits);
  if (size > 15) throw new UnreadableJpeg('A coefficient is too large.');
  if (size > 0) component.mean += bits.receive(size);
  block.fill(0);
  block[0] = component.mean * (factors[0] ?? 0);
  let hasDetail = false;
  for (let k = 1; k < COEFFICIENTS; k++) {
    const code = ac.read(bits);
    const [run, bitCount] = [code >> 4, code & 15];
    if (bitCount === 0) {
      // A run of 15 skips sixteen zeros; a shorter run ends the block.
      if (run < 15) break;
      k += run;
      continue;
    }
    k += run;
    const value = bits.receive(bitCount);
    if (k >= COEFFICIENTS) throw new UnreadableJpeg('A block has too many coefficients.');
    block[ZIGZAG[k] ?? 0] = value * (factors[k] ?? 0);
    hasDetail = true;
  }
  if (bits.isOverdrawn) throw new UnreadableJpeg('The scan is truncated.');
  return hasDetail;
}
