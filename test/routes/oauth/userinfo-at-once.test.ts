// Every action that ends a site's access takes effect at the site's next call to userinfo, even in
// an isolate that has just accepted the same token. The change is made in another isolate, whose
// calls to the Grant fail.
import { expect, test } from 'vitest';
import type { Context } from '../../../src/context.ts';
import { deleteClient } from '../../../src/domain/customers/client-administration/delete-client.ts';
import { changeTenant } from '../../../src/domain/customers/tenant-administration/change-tenant.ts';
import { suspendTenant } from '../../../src/domain/customers/tenant-administration/suspend-tenant.ts';
import { disconnect } from '../../../src/domain/openid/grants/connections.ts';
import { suspendAccount } from '../../../src/domain/signing-in/account-lifecycle/change-status.ts';
import { requestDeletion } from '../../../src/domain/signing-in/account-lifecycle/request-deletion.ts';
import { revokeAges } from '../../../src/domain/signing-in/age-sharing/withdraw-ages.ts';
import { keepAge } from '../../support/account/ages.ts';
import { makeTenant } from '../../support/customer/tenants.ts';
import { makeContext } from '../../support/installation/context.ts';
import { issueTokens } from '../../support/site/grants.ts';
import { readUserinfo } from '../../support/site/oauth-calls.ts';

const OPERATOR = { audience: 'system' } as const;

type Issued = Awaited<ReturnType<typeof issueTokens>>;
type Change = (ctx: Context, issued: Issued, source: string) => Promise<unknown>;

/**
 * The context of another isolate, which shares no memory with the isolate that responds, and which
 * cannot reach any Grant.
 */
function elsewhere(): Context {
  const { config, objects, ...ctx } = makeContext();
  const grant = () => ({ revoke: () => Promise.reject(new Error('lost')) });
  return {
    ...ctx,
    config: { ...config },
    objects: { ...objects, grant } as unknown as Context['objects'],
  };
}

/** Creates a site that has just read an age of 18, proven in a check of the customer `source`. */
async function answered() {
  const { id: source } = await makeTenant();
  const issued = await issueTokens({ request: { scope: ['openid', 'age_verification'] } });
  await keepAge(issued.account, 18, { tenantId: source });
  const read = () => readUserinfo(issued.tokens.access_token);
  for (let times = 0; times < 2; times += 1)
    expect((await read()).body).toMatchObject({ age_verified: true, age_bracket: '18+' });
  return { issued, source, read };
}

test.each<[string, Change]>([
  ['a suspended person', (ctx, { account }) => suspendAccount(ctx, account.id)],
  ['a person who is being removed', (ctx, { signIn }) => requestDeletion(ctx, signIn)],
  ['a withdrawn consent', (ctx, { account, site }) => disconnect(ctx, account.id, site.id)],
  [
    'a suspended customer',
    (ctx, { site }) => suspendTenant(ctx, OPERATOR, site.tenantId, 'Sells its access on.'),
  ],
  [
    'a deleted client',
    (ctx, { site }) => deleteClient(ctx, { ...OPERATOR, tenantId: site.tenantId }, site.id),
  ],
])('%s gives no claims right after a call that gave them', async (_, change) => {
  const { issued, source, read } = await answered();
  await change(elsewhere(), issued, source);
  const { status, body } = await read();
  expect([status, body.error]).toEqual([401, 'invalid_token']);
});

test.each<[string, Change]>([
  [
    'is withdrawn',
    (ctx, _issued, source) => revokeAges(ctx, OPERATOR, { tenantId: source }, { dryRun: false }),
  ],
  [
    'comes from a customer that is no longer trusted',
    (ctx, _issued, source) => changeTenant(ctx, OPERATOR, source, { agesTrusted: false }),
  ],
])('an age that %s is gone right after a call that showed it', async (_, change) => {
  const { issued, source, read } = await answered();
  await change(elsewhere(), issued, source);
  const { status, body } = await read();
  expect([status, body.age_verified, body.verified_brackets]).toEqual([200, false, []]);
});

test('a higher age is shown right after a call that showed the lower one', async () => {
  const { issued, read } = await answered();
  await keepAge(issued.account, 21, { method: 'document' });
  expect((await read()).body).toMatchObject({ age_bracket: '21+' });
});
