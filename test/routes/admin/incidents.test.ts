// The register of incidents that evidence packs include (D-164).
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

  it('lists what an operator wrote, by the latest start first, and the audit log says who wrote it', async () => {
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

  it('takes a partial change, and the audit log has the values before and after', async () => {
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

  it('no longer lists an incident that was withdrawn, which works once, and the audit log keeps it', async () => {
    const { data } = await write();
    expect((await withdraw(data.id)).status).toBe(200);
    expect((await withdraw(data.id)).status).toBe(404);
    expect((await change(data.id, { what: 'Another.' })).status).toBe(404);
    expect(await list()).toEqual([]);
    expect(await auditOf('incident.withdraw')).toMatchObject([{ before: INCIDENT }]);
  });
});

describe('two concurrent changes', () => {
  const BY = { audience: 'admin' } as const;
  /** A context whose first write happens only after another operator has changed the incident. */
  const after = (id: string, body: object) =>
    beforeWrite(makeContext(), async () => {
      expect((await change(id, body)).status).toBe(200);
    });

  it('of different fields are both kept, and each is in the audit log', async () => {
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

  it('keep a value that was written between the read and the write of the other one', async () => {
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

  it('never leave an end before the start', async () => {
    const { data } = await write({ ended_at: null });
    const late = after(data.id, { began_at: '2026-10-03T10:05:00Z' });
    const ended = { endedAtMs: Date.parse('2026-10-03T10:00:00Z') };
    await expect(changeIncident(late, BY, data.id, ended)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(await list()).toMatchObject([{ began_at: '2026-10-03T10:05:00Z', ended_at: null }]);
  });

  it('of which one withdraws the incident: the audit log has the last text', async () => {
    const { data } = await write();
    await withdrawIncident(after(data.id, { what: 'Another.' }), BY, data.id);
    expect(await list()).toEqual([]);
    expect(await auditOf('incident.withdraw')).toMatchObject([{ before: { what: 'Another.' } }]);
  });
});

describe('an incident is refused', () => {
  it.each([
    ['that begins in the future', { began_at: '2099-01-01T00:00:00Z', ended_at: null }, 'began_at'],
    ['that ends before it begins', { ended_at: '2026-10-03T09:00:00Z' }, 'ended_at'],
    ['that ends in the future', { ended_at: '2099-01-01T00:00:00Z' }, 'ended_at'],
    ['with a date instead of a time', { began_at: '2026-10-03' }, 'began_at'],
    ['without a description', { what: ' ' }, 'what'],
    ['that contains an email address', { concerned: 'mira.quast@example.org' }, 'concerned'],
    ['that contains an IP address', { done: '198.51.100.7 was shut out.' }, 'done'],
    ['that contains an IP address before the full stop', { done: 'From 198.51.100.7.' }, 'done'],
    ['that contains an IP address after an ellipsis', { done: 'Requests…198.51.100.7' }, 'done'],
    ['that contains an IP address and a port', { done: '198.51.100.7:443 was shut out.' }, 'done'],
    ['that contains an IPv6 address', { what: 'From 2001:db8:0:0:1::7 on.' }, 'what'],
    ['that contains a shortened IPv6 address', { what: 'It came from 2001:db8::7.' }, 'what'],
    ['that contains a link-local address', { what: 'fe80::1%eth0 did not answer.' }, 'what'],
    ['that contains the loopback address', { what: 'Only ::1 answered.' }, 'what'],
    ['that contains a network prefix', { what: 'IP:2001:DB8::/32 was shut out.' }, 'what'],
    ['that contains an IPv4-mapped address', { what: '[::ffff:c633:6407]:443' }, 'what'],
    ['with a direction override', { what: 'A\u202eB' }, 'what'],
    ['with an unknown member', { tenant_id: 'ten_x' }, 'tenant_id'],
  ])('%s', async (_, body, field) => {
    const { status, error } = await write(body);
    expect([status, error?.details?.[0]?.field]).toEqual([400, field]);
    expect(await list()).toEqual([]);
    expect(await auditOf('incident.write')).toEqual([]);
  });

  it('also when an existing incident is changed to it', async () => {
    const { data } = await write();
    expect((await change(data.id, { began_at: '2026-10-04T00:00:00Z' })).status).toBe(400);
    expect((await change(data.id, { concerned: 'a@b.example' })).status).toBe(400);
    expect(await list()).toEqual([data]);
  });

  it.each([
    'Version 1.2.3 at 09:30:15 was put back.',
    'Section 1.2.3.4.5 of the plan: 09:30:15, 10:10:00.',
    'It failed in std::vector::at and in Cache::measure; ratio 3:1, ::before.',
  ])('but not for text that only resembles an address: %s', async (done) => {
    expect((await write({ done })).status).toBe(201);
  });
});
