// Checks of the content of a PDF's compressed objects, for every way in which the PDF's streams can
// be written (ISO 32000-2 7.3.8, 7.5.7).
import { deflateSync, zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { judgeDocument } from '../../../../src/domain/operations/certificates/judge-document.ts';

const PAGE = '<< /Type /Page >>';
const SCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>';
const KEYS = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode';

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
const deflate = (objects: string, level: 0 | 6 = 6): string =>
  latin1(zlibSync(new TextEncoder().encode(objects), { level }));

/**
 * Writes a PDF with one stream.
 * @param stream the keyword `stream` and the characters between it and the data
 */
const pdfOf = (head: string, data: string, stream = 'stream\n'): string =>
  `%PDF-1.5\n1 0 obj ${head}\n${stream}${data}\nendstream\nendobj\n%%EOF\n`;
const pack = (keys: string, objects: string): string => pdfOf(`<< ${keys} >>`, deflate(objects));

const judge = (text: string) =>
  judgeDocument(Uint8Array.from(text, (character) => character.charCodeAt(0)));
const IS_PDF = { ok: true, kind: 'pdf' };
const refusedAs = (fault: string) => ({ ok: false, fault });

/** Dictionaries of object streams whose only filter is /FlateDecode. */
const READABLE = [
  '/Type /ObjStm /N 50 /First 4 /Length 500 /Filter /FlateDecode',
  '/Type/ObjStm/Filter/FlateDecode/Length 500',
  '/Type /ObjStm /Filter /FlateDecode /N 50 /First 400',
  '/Filter/FlateDecode/First 4/Length 5 0 R/N 1/Type/ObjStm',
  '/Type /ObjStm /Filter [/FlateDecode] /N 1',
  '/Type /ObjStm /Filter [ /FlateDecode ] /DecodeParms [ null ] /N 1',
  '/Type /ObjStm /Filter [/FlateDecode] /DecodeParms [<< /Columns 4 >>]',
  '/Type /ObjStm /DecodeParms << /Columns 4 >> /Filter /FlateDecode',
  '/Type /ObjStm /Filter %x\n/FlateDecode',
  '/Type /ObjStm /Filter /FlateDecode /X (obj)',
  '/Type /ObjStm /Filter /FlateDecode /X (a \\) b (c) >> stream)',
  '/Type /ObjStm /Filter /FlateDecode /X <3E3E>',
  '/Type /Obj#53tm /F#69lter /Flate#44ecode',
  '/N 1 /First 4 /Filter /FlateDecode',
];

describe('compressed objects of a PDF', () => {
  it.each(READABLE)('are read after the dictionary %j', (keys) => {
    expect(judge(pack(keys, PAGE))).toEqual(IS_PDF);
    expect(judge(pack(keys, SCRIPT))).toEqual(refusedAs('active'));
    expect(judge(pack(keys, SCRIPT.replace('Java', 'J#61va')))).toEqual(refusedAs('active'));
  });

  it.each([
    '/Type /ObjStm /Filter 5 0 R',
    '/Type /ObjStm /Filter [5 0 R]',
    '/Type /ObjStm /Filter []',
    '/Type /ObjStm /Filter null',
    '/Type /ObjStm /Filter /LZWDecode /N 1',
    '/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode] /N 1',
    '/Type /ObjStm /Filter /FlateDecode /Filter 5 0 R',
    '/Type /ObjStm /F /FlateDecode',
    '/Type /ObjStm /F (objects.bin) /FFilter /FlateDecode',
    '/Type /ObjStm /Filter /FlateDecode /DecodeParms << /Predictor 12 >>',
    '/Type /ObjStm /Filter /FlateDecode /DecodeParms << /Pr#65dictor 12 >>',
    '/Type /ObjStm /Filter /FlateDecode /DecodeParms 7 0 R',
    '/Type /ObjStm /Filter /FlateDecode /DecodeParms [7 0 R]',
    '/Type /ObjStm /Filter /FlateDecode /DP 7 0 R',
    '/N 1 /First 4 /Filter 5 0 R',
  ])('are refused unread after the dictionary %j', (keys) => {
    expect(judge(pack(keys, PAGE))).toEqual(refusedAs('active'));
  });

  it.each(['stream \n', 'stream\t\r\n', 'stream\r', 'stream x\n', 'stream'])(
    'are refused after %j, which leaves their start ambiguous',
    (stream) => {
      expect(judge(pdfOf(`<< ${KEYS} >>`, deflate(PAGE), stream))).toEqual(refusedAs('active'));
    },
  );

  it('are refused when no readable dictionary names them', () => {
    const named = '5 0 obj /ObjStm endobj\n';
    const text = pdfOf('<< /Type 5 0 R /N 1 /Filter /FlateDecode >>', deflate(SCRIPT));
    expect(judge(text.replace('1 0 obj', `${named}1 0 obj`))).toEqual(refusedAs('active'));
    expect(judge(pdfOf(`<< ${KEYS} >> (`, deflate(PAGE)))).toEqual(refusedAs('active'));
  });

  it('are not hidden by another readable stream without that name', () => {
    const hidden = pdfOf(`<< /Type 5 0 R >>`, deflate(SCRIPT));
    const other = `2 0 obj << /N 1 /First 4 >>\nstream\n0 0 null\nendstream\n5 0 obj /ObjStm endobj\n`;
    expect(judge(hidden.replace('1 0 obj', `${other}1 0 obj`))).toEqual(refusedAs('active'));
  });

  it('are read to their actual end, not to the word endstream inside them', () => {
    const word = `${PAGE} endstream `;
    const lengths = [word.length, 0, word.length ^ 0xff, 0xff];
    const stored = `\u0078\u0001\u0000${String.fromCharCode(...lengths)}${word}`;
    const rest = latin1(deflateSync(new TextEncoder().encode(SCRIPT)));
    expect(judge(pdfOf(`<< ${KEYS} >>`, stored + rest))).toEqual(refusedAs('broken'));
  });

  it.each([0, 6] as const)('are refused when truncated (level %d)', (level) => {
    const objects = Array.from({ length: 99 }, (_, n) => `<< /Type /Page /N ${n * n} >>`).join('');
    const data = deflate(objects, level);
    expect(judge(pdfOf(`<< ${KEYS} >>`, data))).toEqual(IS_PDF);
    const cut = data.slice(0, data.length / 2);
    expect(judge(pdfOf(`<< ${KEYS} >>`, cut))).toEqual(refusedAs('broken'));
  });

  it('are read as they are when uncompressed', () => {
    const keys = '<< /Type /ObjStm /N 1 /First 4 /Length 50 >>';
    expect(judge(pdfOf(keys, PAGE))).toEqual(IS_PDF);
    expect(judge(pdfOf(keys, SCRIPT))).toEqual(refusedAs('active'));
  });

  it('are refused when nested dictionaries would take minutes to parse', () => {
    const text = `%PDF-1.5\n${'obj<<('.repeat(150_000)}\n%%EOF\n`;
    expect(judge(text)).toEqual(refusedAs('active'));
  });
});

describe('other streams of a PDF', () => {
  it.each([
    '/Length 5 0 R /Filter /DCTDecode /Type /XObject',
    '/Filter [/ASCII85Decode /FlateDecode] /Length 20',
    '/Type /XRef /W [1 2 1] /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>',
  ])('may have any filter: %s', (keys) => {
    expect(judge(pack(keys, 'q Q'))).toEqual(IS_PDF);
  });

  it('are accepted in a PDF with outlines', () => {
    const outlines = '2 0 obj << /Type /Outlines /First 3 0 R >> endobj\n1 0 obj';
    const text = pack('/Filter /LZWDecode /Length 10', 'q Q');
    expect(judge(text.replace('1 0 obj', outlines))).toEqual(IS_PDF);
  });
});

describe('a PDF that is encrypted', () => {
  it.each(['/Encrypt 5 0 R', '/Encr#79pt 5 0 R', '/Encrypt<</Filter/Standard>>'])(
    'is refused: %s',
    (entry) => {
      expect(judge(`%PDF-1.5\ntrailer << /Root 1 0 R ${entry} >>\n%%EOF\n`)).toEqual(
        refusedAs('active'),
      );
    },
  );
});
