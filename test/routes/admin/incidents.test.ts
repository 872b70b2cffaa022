// The register of incidents that evidence packs show (D-164).
import { beforeEach, describe, expect, it } from 'vitest';
import {
  changeIncident,
  withdrawIncident,
} from '../../../src/domain/operations/incidents/incidents.ts';
import { beforeWrite } from '../../support/faults/before-write.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask, makeAdmin } from '../../support/staff/admins.ts';

let token: string;
beforeEach(async () => {
  token = (await makeAdmin()).token;
});

const INCIDENT = {
  began_at: '2026-10-03T09:30:00Z',
  ended_at: '2026-10-03T10:10:00Z',
  what: 'The Worker that measures faces did not answer.',
  concerned: 'Visitors of those forty minutes, who were asked to come back.',
  done: 'The release before it was put back.',
};

async function write(body: Record<string, unknown> = {}) {
  const reply = await ask('POST', '/evidence/incidents', token, { ...INCIDENT, ...body });
  return { status: reply.status, data: reply.body.data, error: reply.body.error };
}

const change = (id: string, body: object) => ask('PATCH', `/evidence/incidents/${id}`, token, body);
const withdraw = (id: string) => ask('DELETE', `/evidence/incidents/${id}`, token);
const list = async () => (await ask('GET', '/evidence/incidents', token)).body.data;
const auditOf = async (action: string) =>
  (await ask('GET', `/audit?action=${action}`, token)).body.data;

describe('the register of incidents', () => {
  it('is empty at first', async () => {
    expect(await list()).toEqual([]);
  });

  it('has what an operator wrote, what began last first, and the audit who wrote it', async () => {
    const first = await write();
    expect(first.status).toBe(201);
    expect(first.data).toEqual({
      ...INCIDENT,
      id: expect.stringMatching(/^inc_/),
      written_at: expect.any(String),
      changed_at: null,
    });
    const second = await write({ began_at: '2026-11-01T00:00:00+01:00', ended_at: null });
    expect(second.data).toMatchObject({ began_at: '2026-10-31T23:00:00Z', ended_at: null });
    expect(await list()).toEqual([second.data, first.data]);
    expect(await auditOf('incident.write')).toMatchObject([
      { target_id: second.data.id },
      { target_id: first.data.id, after: INCIDENT },
    ]);
  });

  it('is changed in part, and the audit has what was and what is', async () => {
    const { data } = await write({ ended_at: null });
    const { status, body } = await change(data.id, { ended_at: INCIDENT.ended_at });
    expect([status, body.data]).toEqual([
      200,
      { ...data, ended_at: INCIDENT.ended_at, changed_at: expect.any(String) },
    ]);
    expect(await auditOf('incident.change')).toMatchObject([
      { before: { ended_at: null }, after: { ended_at: INCIDENT.ended_at } },
    ]);
    await change(data.id, { ended_at: INCIDENT.ended_at });
    expect(await auditOf('incident.change')).toHaveLength(1);
  });

  it('loses what was none, once, and the audit keeps it', async () => {
    const { data } = await write();
    expect((await withdraw(data.id)).status).toBe(200);
    expect((await withdraw(data.id)).status).toBe(404);
    expect((await change(data.id, { what: 'Another.' })).status).toBe(404);
    expect(await list()).toEqual([]);
    expect(await auditOf('incident.withdraw')).toMatchObject([{ before: INCIDENT }]);
  });
});

describe('two changes at once', () => {
  const BY = { audience: 'admin' } as const;
  /** A context whose first write comes after another operator's change. */
  const after = (id: string, body: object) =>
    beforeWrite(makeContext(), async () => {
      expect((await change(id, body)).status).toBe(200);
    });

  it('of other fields both stay, and each is in the audit', async () => {
    const { data } = await write();
    const replies = await Promise.all([
      change(data.id, { what: 'Another.' }),
      change(data.id, { done: 'Nothing.' }),
      change(data.id, { concerned: 'Nobody.' }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [stored] = await list();
    expect(stored).toMatchObject({ what: 'Another.', done: 'Nothing.', concerned: 'Nobody.' });
    expect(await auditOf('incident.change')).toHaveLength(3);
  });

  it('keep what came between the reading and the writing of one', async () => {
    const { data } = await write();
    const late = after(data.id, { what: 'Another.' });
    await changeIncident(late, BY, data.id, { done: 'Nothing.' });
    expect(await list()).toMatchObject([{ what: 'Another.', done: 'Nothing.' }]);
    expect(await auditOf('incident.change')).toMatchObject([
      { before: { done: INCIDENT.done }, after: { done: 'Nothing.' } },
      { before: { what: INCIDENT.what }, after: { what: 'Another.' } },
    ]);
  });

  it('of the same field are recorded one after the other', async () => {
    const { data } = await write();
    const late = after(data.id, { what: 'Another.' });
    await changeIncident(late, BY, data.id, { what: 'A third.' });
    expect((await auditOf('incident.change'))[0]).toMatchObject({
      before: { what: 'Another.' },
      after: { what: 'A third.' },
    });
  });

  it('never leave an end before the begin', async () => {
    const { data } = await write({ ended_at: null });
    const late = after(data.id, { began_at: '2026-10-03T10:05:00Z' });
    const ended = { endedAtMs: Date.parse('2026-10-03T10:00:00Z') };
    await expect(changeIncident(late, BY, data.id, ended)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(await list()).toMatchObject([{ began_at: '2026-10-03T10:05:00Z', ended_at: null }]);
  });

  it('of which one withdraws it: the audit has what was withdrawn', async () => {
    const { data } = await write();
    await withdrawIncident(after(data.id, { what: 'Another.' }), BY, data.id);
    expect(await list()).toEqual([]);
    expect(await auditOf('incident.withdraw')).toMatchObject([{ before: { what: 'Another.' } }]);
  });
});

describe('an incident is not written down', () => {
  it.each([
    ['that is still to come', { began_at: '2099-01-01T00:00:00Z', ended_at: null }, 'began_at'],
    ['that ends before it begins', { ended_at: '2026-10-03T09:00:00Z' }, 'ended_at'],
    ['that ends in the future', { ended_at: '2099-01-01T00:00:00Z' }, 'ended_at'],
    ['with a day for a time', { began_at: '2026-10-03' }, 'began_at'],
    ['without saying what', { what: ' ' }, 'what'],
    ['that names somebody by mail', { concerned: 'mira.quast@example.org' }, 'concerned'],
    ['that names an address', { done: '198.51.100.7 was shut out.' }, 'done'],
    ['that names an address at the end', { done: 'From 198.51.100.7.' }, 'done'],
    ['that names an address behind a full stop', { done: 'Requests…198.51.100.7' }, 'done'],
    ['that names an address with its port', { done: '198.51.100.7:443 was shut out.' }, 'done'],
    ['that names an address of version 6', { what: 'From 2001:db8:0:0:1::7 on.' }, 'what'],
    ['that names a short one', { what: 'It came from 2001:db8::7.' }, 'what'],
    ['that names one of a link', { what: 'fe80::1%eth0 did not answer.' }, 'what'],
    ['that names the machine itself', { what: 'Only ::1 answered.' }, 'what'],
    ['that names a network', { what: 'IP:2001:DB8::/32 was shut out.' }, 'what'],
    ['that names one of version 4 in version 6', { what: '[::ffff:c633:6407]:443' }, 'what'],
    ['that turns letters around', { what: 'A\u202eB' }, 'what'],
    ['with something else', { tenant_id: 'ten_x' }, 'tenant_id'],
  ])('%s', async (_, body, field) => {
    const { status, error } = await write(body);
    expect([status, error?.details?.[0]?.field]).toEqual([400, field]);
    expect(await list()).toEqual([]);
    expect(await auditOf('incident.write')).toEqual([]);
  });

  it('nor changed so', async () => {
    const { data } = await write();
    expect((await change(data.id, { began_at: '2026-10-04T00:00:00Z' })).status).toBe(400);
    expect((await change(data.id, { concerned: 'a@b.example' })).status).toBe(400);
    expect(await list()).toEqual([data]);
  });

  it.each([
    'Version 1.2.3 at 09:30:15 was put back.',
    'Section 1.2.3.4.5 of the plan: 09:30:15, 10:10:00.',
    'It failed in std::vector::at and in Cache::measure; ratio 3:1, ::before.',
  ])('with something alike in its text it is: %s', async (done) => {
    expect((await write({ done })).status).toBe(201);
  });
});
