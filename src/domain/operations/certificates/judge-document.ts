// Decides whether a document may go into an evidence pack: its bytes must be a complete PDF, PNG or
// JPEG without active content (D-164). This detects active content in a PDF's plain text and in its
// compressed objects, but is not a virus scanner. Pure.
import { Unzlib } from 'fflate';
import type { DocumentKind } from './certificate.ts';
import { findStreams, withPlainNames } from './pdf-streams.ts';

/** `active`: the document has active content, or hides whether it has any. */
export type DocumentRefusal = 'unknown' | 'broken' | 'active';

type Judged = { ok: true; kind: DocumentKind } | { ok: false; fault: DocumentRefusal };

/**
 * Matches names of PDF features that do more than show pages (ISO 32000-2). Each is too long to
 * occur in compressed bytes by chance. The short key `/JS` is not needed: every script also
 * declares its type, `JavaScript`.
 */
const ACTS =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE|Rendition|Movie|XFA|Encrypt)(?![A-Za-z0-9])/;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const JPEG_END = [0xff, 0xd9];
/** The signature of a zip archive's end record; a comment of up to 64 kB may follow. */
const ZIP_END = 'PK\u0005\u0006';
const ZIP_TAIL = 66_000;
/** The maximum size of an unpacked object stream, in bytes; real documents have smaller streams. */
const MAX_UNPACKED = 8_000_000;
const CHUNK = 16_384;
/**
 * Padding that is longer than a stored deflate block and cannot begin a valid one: appended to
 * unfinished data, it causes an error or more output.
 */
const NO_DEFLATE = new Uint8Array(70_000).fill(0xff);

export function judgeDocument(bytes: Uint8Array): Judged {
  const kind = kindOf(bytes);
  if (kind === undefined) return { ok: false, fault: 'unknown' };
  const text = latin1(bytes);
  if (text.slice(-ZIP_TAIL).includes(ZIP_END)) return { ok: false, fault: 'active' };
  const fault = FAULT_OF[kind](bytes, text);
  return fault === undefined ? { ok: true, kind } : { ok: false, fault };
}

function kindOf(bytes: Uint8Array): DocumentKind | undefined {
  if (/^%PDF-[12]\.\d/.test(latin1(bytes.subarray(0, 8)))) return 'pdf';
  if (startsWith(bytes, PNG)) return 'png';
  return startsWith(bytes, JPEG) ? 'jpeg' : undefined;
}

const FAULT_OF: Record<
  DocumentKind,
  (bytes: Uint8Array, text: string) => DocumentRefusal | undefined
> = {
  pdf: (bytes, text) => {
    if (!text.trimEnd().endsWith('%%EOF')) return 'broken';
    if (ACTS.test(withPlainNames(text))) return 'active';
    return faultOfObjects(bytes, text);
  },
  png: (bytes) => (isWholePng(bytes) ? undefined : 'broken'),
  jpeg: (bytes) => (startsWith(bytes.subarray(-2), JPEG_END) ? undefined : 'broken'),
};

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/** Decodes each byte as one character; in chunks, because a call takes only so many arguments. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

/**
 * Checks object streams (ISO 32000-2 7.5.7): if they are compressed, the names in them are not
 * visible in the file. A stream with `/First` is checked even without the type `/ObjStm`, since
 * some readers ignore the type, but all need `/First`.
 */
function faultOfObjects(bytes: Uint8Array, text: string): DocumentRefusal | undefined {
  const streams = findStreams(text);
  if (streams === undefined) return 'active';
  const named = new Set<number>();
  const unpacked = new Set<number>();
  for (const { head, tokens, at } of streams) {
    const isNamed = countTypes(head) > 0;
    if (isNamed) named.add(at);
    if (!isNamed && !tokens.includes('/First')) continue;
    const coding = codingOf(tokens);
    if (coding === 'other' || head.includes('/Predictor')) return 'active';
    if (coding === 'plain' || unpacked.has(at)) continue;
    unpacked.add(at);
    const fault = faultOfPacked(bytes, text, at);
    if (fault !== undefined) return fault;
  }
  // Any further `/ObjStm` may belong to an object stream that was not found because its type is
  // stored in a different object.
  return countTypes(withPlainNames(text)) > named.size ? 'active' : undefined;
}

const countTypes = (text: string): number => text.match(/\/ObjStm(?![A-Za-z0-9])/g)?.length ?? 0;

/**
 * Dictionary keys of streams whose data is in another file, and short keys that some readers
 * accept.
 */
const FOREIGN = ['/F', '/FFilter', '/FDecodeParms', '/DP'];

/**
 * Stands in for the value of a key that occurs twice or has an array of several values, because PDF
 * readers may interpret it differently.
 */
const UNCLEAR = '?';

/**
 * Determines how the data of a stream is encoded.
 * @returns `plain`: not encoded; `deflate`: a single `/FlateDecode`; `other`: any other filter, or
 *   an encoding that is unclear or specified in another object
 */
function codingOf(tokens: readonly string[]): 'plain' | 'deflate' | 'other' {
  const valueOf = (key: string): string | undefined => {
    const at = tokens.indexOf(key);
    if (at === -1) return undefined;
    const [first = '', second = '', third] = tokens.slice(at + 1);
    if (tokens.includes(key, at + 1)) return UNCLEAR;
    if (first !== '[') return first;
    return third === ']' ? second : UNCLEAR;
  };
  if (tokens.some((token) => FOREIGN.includes(token))) return 'other';
  const filter = valueOf('/Filter');
  if (!['null', '<<', undefined].includes(valueOf('/DecodeParms'))) return 'other';
  if (filter === undefined) return 'plain';
  return filter === '/FlateDecode' ? 'deflate' : 'other';
}

/** @param at the index of the keyword `stream`; a line break and the packed data follow it */
function faultOfPacked(bytes: Uint8Array, text: string, at: number): DocumentRefusal | undefined {
  const [begin] = /^stream\r?\n/.exec(text.slice(at, at + 8)) ?? [];
  if (begin === undefined) return 'active';
  const to = text.indexOf('endstream', at);
  if (to === -1) return 'broken';
  const unpacked = unpack(bytes.subarray(at + begin.length, to));
  if (unpacked === undefined) return 'broken';
  return ACTS.test(withPlainNames(unpacked)) ? 'active' : undefined;
}

/**
 * @returns the unpacked data, one character per byte; undefined if it cannot be unpacked to its end
 *   or is larger than MAX_UNPACKED
 */
function unpack(packed: Uint8Array): string | undefined {
  let text = '';
  const stream = new Unzlib((chunk) => {
    text += latin1(chunk);
  });
  try {
    for (let at = 0; at < packed.length; at += CHUNK) {
      stream.push(packed.subarray(at, at + CHUNK), false);
      if (text.length > MAX_UNPACKED) return undefined;
    }
    // The packed data was cut at the first `endstream`, a word that may also occur within the data.
    // The decompressor ignores further bytes only if the data is complete.
    const { length } = text;
    stream.push(NO_DEFLATE, false);
    return text.length === length ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the chunks lead to an `IEND` that ends exactly at the end of the file (PNG 5.2). */
function isWholePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = PNG.length;
  while (at + 12 <= bytes.length) {
    const next = at + 12 + view.getUint32(at);
    if (latin1(bytes.subarray(at + 4, at + 8)) === 'IEND') return next === bytes.length;
    at = next;
  }
  return false;
}
