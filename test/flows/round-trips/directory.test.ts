// How many calls a request from a customer's directory takes. The directory's token is read with
// every request, so that a revocation takes effect immediately.
import { env } from 'cloudflare:workers';
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { expect, it } from 'vitest';
import worker from '../../../src/index.ts';
import { countingEnv } from '../../support/counted/round-trips.ts';
import { makeDirectory, operations } from '../../support/directory/directory.ts';
import { makeMember } from '../../support/staff/members.ts';
import { expectBudgets, Walk } from './walk.ts';

it('a directory is read in two trips and written in three', async () => {
  const { tenant, token, send } = await makeDirectory();
  const id = `mem_${(await makeMember(tenant.id, 'reviewer')).id}`;
  // The first request records that the token was used, which is written at most once an hour.
  await send('GET', '/Users?count=0');
  const walk = new Walk('directory');
  const bindings = { ...env, ...countingEnv(walk.count) } as unknown as Env;
  const ask = async (method: string, path: string, body?: object) => {
    const execution = createExecutionContext();
    const request = new Request(`http://localhost:8787/scim/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const response = await worker.fetch(request, bindings, execution);
    expect(response.status).toBeLessThan(300);
    await waitOnExecutionContext(execution);
  };
  await ask('GET', '/Users?count=0');
  await walk.noteAll('SCIM: read a user', () => ask('GET', `/Users/${id}`));
  await walk.noteAll('SCIM: list users', () => ask('GET', '/Users'));
  const end = operations({ op: 'replace', value: { active: false } });
  await walk.noteAll('SCIM: suspend a user', () => ask('PATCH', `/Users/${id}`, end));
  const move = operations({ op: 'add', path: 'members', value: [{ value: id }] });
  await walk.noteAll('SCIM: change a role', () => ask('PATCH', '/Groups/developer', move));
  expectBudgets(walk);
});
