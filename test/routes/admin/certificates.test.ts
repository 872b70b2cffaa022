// Third-party certificates that operators add to evidence packs (D-164).
import { env, exports } from 'cloudflare:workers';
import { zlibSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { encodeBase64 } from '../../../src/crypto/encoding.ts';
import { sha256Hex } from '../../../src/crypto/hash.ts';
import { CERTIFICATE, documentOf, PDF } from '../../support/customer/certificates.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';

let token: string;
beforeEach(async () => {
  token = (await makeAdmin()).token;
});

async function add(body: Record<string, unknown> = {}) {
  const sent = { ...CERTIFICATE, ...body };
  const reply = await ask('POST', '/evidence/certificates', token, sent);
  return { status: reply.status, data: reply.body.data, error: reply.body.error };
}

const list = async () => (await ask('GET', '/evidence/certificates', token)).body.data;
const auditOf = async (action: string) =>
  (await ask('GET', `/audit?action=${action}`, token)).body.data;
const withdraw = (id: string) => ask('DELETE', `/evidence/certificates/${id}`, token);

describe('certificates of evidence packs', () => {
  it('are an empty list at first', async () => {
    expect(await list()).toEqual([]);
  });

  it('are listed with what the operator entered and what was read from the file, and are audited', async () => {
    const { status, data } = await add();
    expect(status).toBe(201);
    const { document: _document, ...said } = CERTIFICATE;
    expect(data).toEqual({
      ...said,
      id: expect.stringMatching(/^crt_/),
      kind: 'pdf',
      bytes: PDF.length,
      sha256: await sha256Hex(PDF),
      added_at: expect.any(String),
    });
    expect(await list()).toEqual([data]);
    expect(await auditOf('certificate.add')).toMatchObject([
      {
        target_type: 'certificate',
        target_id: data.id,
        after: { title: CERTIFICATE.title, sha256: data.sha256 },
      },
    ]);
  });

  it('are downloaded byte for byte, and never opened on this origin', async () => {
    const { data } = await add();
    const url = `http://localhost:8787/admin/v1/evidence/certificates/${data.id}/document`;
    const headers = { Authorization: `Bearer ${token}` };
    const response = await exports.default.fetch(new Request(url, { headers }));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${data.id}.pdf"`,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe(PDF);
  });

  it('may have no standard and no last day', async () => {
    const { standard: _standard, valid_to: _to, ...less } = CERTIFICATE;
    const reply = await ask('POST', '/evidence/certificates', token, less);
    expect(reply.body.data).toMatchObject({ standard: null, valid_to: null });
  });

  it('are withdrawn once, and their document is deleted', async () => {
    const { data } = await add();
    expect((await withdraw(data.id)).status).toBe(200);
    expect((await withdraw(data.id)).status).toBe(404);
    expect(await list()).toEqual([]);
    const path = `/evidence/certificates/${data.id}/document`;
    expect((await ask('GET', path, token)).status).toBe(404);
    expect(await env.DB.prepare('SELECT document FROM certificates').first()).toEqual({
      document: null,
    });
    expect(await auditOf('certificate.withdraw')).toMatchObject([
      { target_id: data.id, before: { title: CERTIFICATE.title } },
    ]);
    expect((await add()).status).toBe(201);
  });

  it('are replaced in one step, also by the same document', async () => {
    const first = await add();
    const { status, data } = await add({ title: 'Corrected', replaces: first.data.id });
    expect(status).toBe(201);
    expect(await list()).toEqual([data]);
    expect(await auditOf('certificate.replace')).toMatchObject([
      {
        target_id: data.id,
        before: { title: CERTIFICATE.title },
        after: { title: 'Corrected' },
      },
    ]);
    expect(await add({ replaces: first.data.id })).toMatchObject({ status: 404 });
  });

  it('are not replaced by a document that another certificate has already', async () => {
    const first = await add();
    const second = await add({ document: documentOf('%PDF-1.4\nsecond\n%%EOF') });
    const before = await list();
    expect(await add({ replaces: second.data.id })).toMatchObject({ status: 409 });
    expect(await list()).toEqual(before);
    expect(first.status).toBe(201);
  });

  it('cannot share a document, and are ten at most', async () => {
    await add();
    expect(await add({ title: 'Again' })).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT' },
    });
    for (let n = 1; n < 10; n += 1)
      expect((await add({ document: documentOf(`%PDF-1.4\n${n}\n%%EOF`) })).status).toBe(201);
    expect(await add({ document: documentOf('%PDF-1.4\n10\n%%EOF') })).toMatchObject({
      status: 409,
    });
    expect(await list()).toHaveLength(10);
  });
});

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG_END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
const png = (...more: number[]) => Uint8Array.from([...PNG_START, ...PNG_END, ...more]);

/** A PDF whose objects are in a compressed stream. */
function packed(objects: string, head = '/Type /ObjStm /Filter /FlateDecode'): string {
  const bytes = zlibSync(new TextEncoder().encode(objects));
  const stream = String.fromCharCode(...bytes);
  return `%PDF-1.5\n1 0 obj << ${head} >>\nstream\n${stream}\nendstream\nendobj\n%%EOF\n`;
}

describe('the document of a certificate', () => {
  it.each([
    ['a PNG', encodeBase64(png()), 'png'],
    ['a JPEG', encodeBase64(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9])), 'jpeg'],
    ['a PDF with compressed objects', documentOf(packed('<< /Type /Page >>')), 'pdf'],
    [
      'a PDF with the word JavaScript in its text',
      documentOf('%PDF-1.4\n(JavaScript)\n%%EOF\n'),
      'pdf',
    ],
  ])('may be %s', async (_, document, kind) => {
    expect(await add({ document })).toMatchObject({ status: 201, data: { kind } });
  });

  it.each([
    [
      'an HTML page',
      documentOf('<html><script>alert(1)</script>'),
      'must be a PDF, PNG or JPEG file',
    ],
    [
      'an SVG picture',
      documentOf('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'must be a PDF, PNG or JPEG file',
    ],
    ['a program', documentOf('MZ\u0000\u0000'), 'must be a PDF, PNG or JPEG file'],
    ['an archive', documentOf('PK\u0003\u0004'), 'must be a PDF, PNG or JPEG file'],
    [
      'a PDF with a script before it',
      documentOf('#!/bin/sh\n%PDF-1.4\n%%EOF'),
      'must be a PDF, PNG or JPEG file',
    ],
    ['a PDF that is cut off', documentOf('%PDF-1.4\n1 0 obj'), 'is incomplete'],
    ['a PNG with bytes after its end', encodeBase64(png(1)), 'is incomplete'],
    [
      'a JPEG that is cut off',
      encodeBase64(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])),
      'is incomplete',
    ],
    [
      'a PDF that is also an archive',
      documentOf('%PDF-1.4\nPK\u0005\u0006\n%%EOF'),
      'must not have scripts',
    ],
    [
      'a PDF with a script',
      documentOf('%PDF-1.4\n<< /S /JavaScript /JS (x) >>\n%%EOF'),
      'must not have scripts',
    ],
    [
      'a PDF with a script under an escaped name',
      documentOf('%PDF-1.4\n<< /S /J#61vaScript >>\n%%EOF'),
      'must not have scripts',
    ],
    [
      'a PDF that starts a program',
      documentOf('%PDF-1.4\n<< /S/Launch >>\n%%EOF'),
      'must not have scripts',
    ],
    [
      'a PDF with a file in it',
      documentOf('%PDF-1.4\n<< /EmbeddedFile >>\n%%EOF'),
      'must not have scripts',
    ],
    [
      'a PDF that is encrypted',
      documentOf('%PDF-1.4\n<< /Encrypt 5 0 R >>\n%%EOF'),
      'must not have scripts',
    ],
    [
      'a PDF with a script in compressed objects',
      documentOf(packed('<< /S /JavaScript >>')),
      'must not have scripts',
    ],
    [
      'a PDF with objects under two filters',
      documentOf(packed('', '/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]')),
      'must not have scripts',
    ],
    [
      'a PDF whose objects unpack without end',
      documentOf(packed(' '.repeat(20_000_000))),
      'is incomplete',
    ],
    [
      'a PDF of more than a million bytes',
      documentOf(`%PDF-1.4\n${' '.repeat(1_000_000)}%%EOF`),
      'at most',
    ],
    ['text that is not base64', '!', 'base64'],
    ['empty', '', 'base64'],
  ])(
    'cannot be %s',
    async (_, document, says) => {
      const { status, error } = await add({ document });
      expect([status, JSON.stringify(error)]).toEqual([400, expect.stringContaining(says)]);
      expect(await list()).toEqual([]);
      expect(await auditOf('certificate.add')).toEqual([]);
    },
    20_000,
  );

  it('is refused with 413 when the body is larger', async () => {
    expect((await add({ document: 'A'.repeat(1_500_000) })).status).toBe(413);
  });
});

describe('a certificate is refused with', () => {
  it.each([
    ['a file name: the archive makes its own', { file_name: '../../x.exe' }, 'file_name'],
    ['a standard that packs do not name', { standard: 'ISO 9001' }, 'standard must be one of'],
    ['a title of two lines', { title: 'A\nB' }, 'control characters'],
    ['a title with a direction override', { title: 'A\u202efdp.exe' }, 'hide others'],
    ['no issuer', { issuer: ' ' }, 'issuer is required'],
    ['a scope that is too long', { scope: 'x'.repeat(1_001) }, 'at most 1000'],
    ['a day that does not exist', { valid_from: '2026-02-30' }, 'valid_from must be a date'],
    ['a last day before the first', { valid_to: '2020-01-01' }, 'must not be before'],
  ])('%s', async (_, body, says) => {
    const { status, error } = await add(body);
    expect([status, JSON.stringify(error)]).toEqual([400, expect.stringContaining(says)]);
    expect(await list()).toEqual([]);
  });
});
