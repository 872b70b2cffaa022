// Certificates and incidents recorded by operators, as evidence packs contain them (D-164).
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/crypto/hash.ts';
import { CERTIFICATE, documentOf, PDF } from '../../support/customer/certificates.ts';
import {
  daysAgo,
  fetchPack,
  lastMonth,
  makeFilledTenant,
  openPack,
  partOf,
} from '../../support/customer/evidence-pack.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';
import type { DashboardTenant } from '../../support/staff/dashboard.ts';

let tenant: DashboardTenant;
let operator: string;
beforeEach(async () => {
  tenant = await makeFilledTenant();
  operator = (await makeAdmin()).token;
});

const fetchMonth = () => fetchPack(tenant.owner.token, { jurisdiction: 'FR', ...lastMonth() });
const readMonth = async () => openPack(await fetchMonth());

async function send(path: string, body: object): Promise<{ id: string }> {
  const { status, body: answer } = await ask('POST', `/evidence/${path}`, operator, body);
  expect([path, status]).toEqual([path, 201]);
  return answer.data;
}
const certify = (more: object = {}) => send('certificates', { ...CERTIFICATE, ...more });

describe('a certificate in an evidence pack (D-164)', () => {
  it('is a file of it, byte for byte, and signed like the others', async () => {
    await certify();
    const files = await readMonth();
    expect(files.get('certificate-01.pdf')).toBe(PDF);
    const { standards, added } = partOf(files, 'certificates');
    expect(added).toEqual([
      {
        file: 'certificate-01.pdf',
        sha256: await sha256Hex(PDF),
        bytes: PDF.length,
        standard: CERTIFICATE.standard,
        title: CERTIFICATE.title,
        issuer: CERTIFICATE.issuer,
        scope: CERTIFICATE.scope,
        statement: CERTIFICATE.statement,
        valid_from: CERTIFICATE.valid_from,
        valid_to: CERTIFICATE.valid_to,
        on_last_day: 'valid',
      },
    ]);
    expect(standards).toContainEqual({ standard: CERTIFICATE.standard, certificate: 'valid' });
    expect(standards).toContainEqual({ standard: 'CEN/TS 18099:2024', certificate: 'absent' });
    const [, payload = ''] = (files.get('signature.jws') ?? '').split('.');
    const { files: signed } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    expect(signed.at(-1)).toEqual({ name: 'certificate-01.pdf', sha256: await sha256Hex(PDF) });
  });

  it('is named in the statement, which stays self-declared', async () => {
    await certify();
    const files = await readMonth();
    const page = files.get('evidence.en.html') ?? '';
    expect(page).toContain('Presentation attacks (ISO/IEC 30107-3) were tested by others');
    expect(page).toContain('No certificate that is valid on the last day covers injection');
    expect(page).not.toContain('No certificate has been added');
    expect(page).toContain('Self-declared, not certified');
    for (const said of [CERTIFICATE.issuer, CERTIFICATE.scope, CERTIFICATE.statement])
      expect(files.get('evidence.de.html')).toContain(said);
  });

  it.each([
    ['expired', { valid_from: '2020-01-01', valid_to: daysAgo(2) }, 'expired by the last day'],
    ['not_yet', { valid_from: daysAgo(0) }, 'not valid yet on the last day'],
    ['valid', { valid_from: daysAgo(1), valid_to: daysAgo(1) }, 'valid on the last day'],
    ['valid', { valid_to: null }, 'no end named'],
  ])('is %s by the last day of the period: %j', async (state, more, says) => {
    await certify(more);
    const files = await readMonth();
    expect(partOf(files, 'certificates').added[0].on_last_day).toBe(state);
    const page = files.get('evidence.en.html') ?? '';
    expect(page).toContain(says);
    expect(page.includes('were tested by others')).toBe(state === 'valid');
    // Even an expired certificate shows that a laboratory has tested presentation attacks.
    expect(page).not.toContain('No laboratory has tested presentation attacks');
  });

  it('gets a file name from the archive, whatever its title, and its details are never markup', async () => {
    await certify({
      standard: null,
      title: '../../etc/passwd"; filename="x.exe',
      issuer: '<script>alert(1)</script>',
    });
    await certify({ title: 'B', document: btoa('\u00ff\u00d8\u00ff\u00e0\u00ff\u00d9') });
    const bytes = new Uint8Array(await (await fetchMonth()).arrayBuffer());
    const names = Object.keys(unzipSync(bytes));
    expect(names.filter((name) => !/\.(json|html|jws)$/.test(name))).toEqual([
      'certificate-01.pdf',
      'certificate-02.jpg',
    ]);
    for (const name of names) expect(name).toMatch(/^[a-z0-9.-]+$/);
    const page = strFromU8(unzipSync(bytes)['evidence.en.html'] ?? new Uint8Array());
    expect(page).not.toMatch(/<script/i);
    expect(page).toContain('&lt;script&gt;');
  });

  it('gives the same pack twice, and is missing from packs once it is withdrawn', async () => {
    const empty = await readMonth();
    const { id } = await certify();
    await certify({ document: documentOf('%PDF-1.7\nsecond\n%%EOF\n'), standard: null });
    const first = new Uint8Array(await (await fetchMonth()).arrayBuffer());
    const second = new Uint8Array(await (await fetchMonth()).arrayBuffer());
    expect(second).toEqual(first);
    await ask('DELETE', `/evidence/certificates/${id}`, operator);
    expect([...(await readMonth()).keys()].filter((name) => name.endsWith('.pdf'))).toEqual([
      'certificate-01.pdf',
    ]);
    const [other] = (await ask('GET', '/evidence/certificates', operator)).body.data;
    await ask('DELETE', `/evidence/certificates/${other.id}`, operator);
    expect(await readMonth()).toEqual(empty);
  });

  it('fits into a pack ten times, each of a million bytes', async () => {
    for (let n = 0; n < 10; n += 1) {
      const text = `%PDF-1.4\n${n}`.padEnd(999_990, 'x');
      await certify({ document: documentOf(`${text}\n%%EOF\n`) });
    }
    const response = await fetchMonth();
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(9_900_000);
  }, 60_000);
});

const INCIDENT = {
  began_at: `${daysAgo(9)}T10:00:00Z`,
  ended_at: `${daysAgo(9)}T10:40:00Z`,
  what: 'The Worker that measures faces did not answer.',
  concerned: 'Visitors of forty minutes.',
  done: 'The release before it was put back.',
};

describe('an incident in an evidence pack (D-164)', () => {
  it('is in the pack of each customer whose period it touches, the earliest first', async () => {
    await send('incidents', INCIDENT);
    const open = { ...INCIDENT, began_at: `${daysAgo(20)}T00:00:00Z`, ended_at: null };
    await send('incidents', open);
    const before = { began_at: `${daysAgo(40)}T00:00:00Z`, ended_at: `${daysAgo(31)}T23:59:59Z` };
    await send('incidents', { ...INCIDENT, ...before });
    await send('incidents', { ...INCIDENT, began_at: `${daysAgo(0)}T00:00:00Z`, ended_at: null });
    const files = await readMonth();
    const { recorded } = partOf(files, 'incidents');
    const stamps = { written_at: expect.any(String), changed_at: null };
    expect(recorded).toEqual([
      { ...open, ...stamps },
      { ...INCIDENT, ...stamps },
    ]);
    expect(files.get('evidence.en.html')).toContain('not over');
    expect(files.get('evidence.de.html')).toContain(INCIDENT.done);
    const page = files.get('evidence.en.html') ?? '';
    expect(page).not.toContain('none recorded');
  });

  it('is replaced by the words “none recorded” when there is none, also after one was withdrawn', async () => {
    const { id } = await send('incidents', INCIDENT);
    await ask('DELETE', `/evidence/incidents/${id}`, operator);
    const files = await readMonth();
    expect(partOf(files, 'incidents').recorded).toBe('none recorded');
    expect(files.get('evidence.en.html')).toContain('none recorded');
    expect(files.get('evidence.de.html')).toContain('keine verzeichnet');
  });
});
