// A grant's object has the data residency of its client's customer (D-172), no matter how the
// request arrives.
import { expect, it } from 'vitest';
import type { Context } from '../../../../src/context.ts';
import { findClient } from '../../../../src/domain/openid/clients/client.ts';
import {
  approveDirectly,
  openConsent,
} from '../../../../src/domain/signing-in/authorization/consent-request.ts';
import { beginDeviceRequest } from '../../../../src/domain/signing-in/authorization/device-request.ts';
import { pushRequest } from '../../../../src/domain/signing-in/authorization/pushed-request.ts';
import type { Residency } from '../../../../src/domain/terms/residency.ts';
import { makeAccount } from '../../../support/account/accounts.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { signInAs } from '../../../support/site/grants.ts';
import { makeClient } from '../../../support/site/oauth.ts';
import { CALLBACK, CHALLENGE } from '../../../support/site/oauth-request.ts';

const REQUEST = {
  redirectUri: CALLBACK,
  scope: ['openid'],
  codeChallenge: CHALLENGE,
  prompt: [],
  requestedAtMs: Date.now(),
};
const PUSHED = {
  response_type: 'code',
  redirect_uri: CALLBACK,
  scope: 'openid',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};

type Begin = (ctx: Context, clientId: string) => Promise<unknown>;

const clientOf = async (ctx: Context, id: string) => (await findClient(ctx, id))!;

const WAYS: [string, Begin][] = [
  ['by a redirect', (ctx, clientId) => openConsent(ctx, { ...REQUEST, clientId })],
  [
    'by a redirect of somebody who has agreed before',
    async (ctx, clientId) => {
      const signIn = await signInAs(await makeAccount());
      await approveDirectly(ctx, { ...REQUEST, clientId }, signIn);
    },
  ],
  [
    'by a pushed request',
    async (ctx, clientId) => {
      const form = new URLSearchParams({ ...PUSHED, client_id: clientId }).toString();
      await pushRequest(ctx, await clientOf(ctx, clientId), form, undefined);
    },
  ],
  [
    'by a device',
    async (ctx, clientId) => {
      const client = { ...(await clientOf(ctx, clientId)), usesDevices: true };
      await beginDeviceRequest(ctx, client, 'scope=openid');
    },
  ],
];

it.each(WAYS)('%s', async (_way, begin) => {
  for (const residency of ['eu', 'none'] as const) {
    const { id } = await makeClient({ residency });
    const ctx = makeContext();
    const made: Residency[] = [];
    const newGrantId = (place: Residency): string => {
      made.push(place);
      return ctx.objects.newGrantId(place);
    };
    await begin({ ...ctx, objects: { ...ctx.objects, newGrantId } }, id);
    expect(made).toEqual([residency]);
  }
});
