// Decides whether a document may be in an evidence pack: a PDF, PNG or JPEG, judged by its bytes,
// complete and without active content (D-164). It finds what a PDF contains openly or in compressed
// objects, but is not a virus scanner. Pure.
import { Unzlib } from 'fflate';
import type { DocumentKind } from './certificate.ts';

/** `active`: the document would act when it is opened, or hides what it does. */
export type DocumentRefusal = 'unknown' | 'broken' | 'active';

type Judged = { ok: true; kind: DocumentKind } | { ok: false; fault: DocumentRefusal };

/**
 * Names of PDF features other than showing pages (ISO 32000-2). Each is too long to occur in
 * compressed bytes by chance. Every script has its type, `JavaScript`, beside it.
 */
const ACTS =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE|Rendition|Movie|XFA|Encrypt)(?![A-Za-z0-9])/;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const JPEG_END = [0xff, 0xd9];
/** The end record of a zip archive, which a comment of up to 64 kB may follow. */
const ZIP_END = 'PK\u0005\u0006';
const ZIP_TAIL = 66_000;
/** The limit for one unpacked stream of objects; those of real documents are smaller. */
const MOST_UNPACKED = 8_000_000;
const CHUNK = 16_384;

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

/** One character a byte; in parts, as a call takes only so many arguments. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

/** Any character of a name may be written as `#` and two hex digits (ISO 32000-2 7.3.5). */
const withPlainNames = (text: string): string =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

/** Objects may be in compressed streams (ISO 32000-2 7.5.7), where their names are not readable. */
function faultOfObjects(bytes: Uint8Array, text: string): DocumentRefusal | undefined {
  for (const { index } of text.matchAll(/(?<!end)stream\r?\n/g)) {
    const head = withPlainNames(text.slice(text.lastIndexOf('obj', index), index));
    if (!/\/ObjStm(?![A-Za-z0-9])/.test(head)) continue;
    const filters = /\/Filter\s*\[?\s*((?:\/\w+\s*)*)/.exec(head)?.[1]?.trim() ?? '';
    if (filters === '') continue;
    if (filters !== '/FlateDecode' || head.includes('/Predictor')) return 'active';
    const from = index + (text[index + 6] === '\r' ? 8 : 7);
    const to = text.indexOf('endstream', from);
    const unpacked = unpack(bytes.subarray(from, to === -1 ? bytes.length : to));
    if (unpacked === undefined) return 'broken';
    if (ACTS.test(withPlainNames(unpacked))) return 'active';
  }
  return undefined;
}

/** @returns undefined for what cannot be unpacked, and for what is larger than any page's objects */
function unpack(packed: Uint8Array): string | undefined {
  let text = '';
  const stream = new Unzlib((chunk) => {
    text += latin1(chunk);
  });
  try {
    for (let at = 0; at < packed.length; at += CHUNK) {
      stream.push(packed.subarray(at, at + CHUNK), false);
      if (text.length > MOST_UNPACKED) return undefined;
    }
  } catch {
    return undefined;
  }
  return text;
}

/** Whether the chunks lead to the end of the file, with nothing behind it (PNG 5.2). */
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
