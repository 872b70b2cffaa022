import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { LogoutNotice } from '../../../../src/domain/openid/logout/notice.ts';
import {
  listSessions,
  revokeSession,
} from '../../../../src/domain/signing-in/authentication/devices.ts';
import { readSignIn, startSession } from '../../../../src/domain/signing-in/sessions/sign-in.ts';
import { makeAccount, VISITOR } from '../../../support/account/accounts.ts';
import { makeContext } from '../../../support/installation/context.ts';
import { connectSite, liveGrants } from '../../../support/account/connected-sites.ts';

async function twoDevices() {
  const ctx = makeContext();
  const account = await makeAccount();
  const start = async (device: string) =>
    (await startSession(ctx, account, { amr: ['pwd'], ...VISITOR, device }))!;
  return { ctx, account, here: await start('Firefox, Linux'), lost: await start('Safari, iOS') };
}

it('sessions are listed with device, place and time', async () => {
  const { ctx, account, here, lost } = await twoDevices();
  const listed = await listSessions(ctx, account.id);
  expect(listed.toSorted((a, b) => a.device.localeCompare(b.device))).toEqual([
    here.session,
    lost.session,
  ]);
});

it('revoking a device signs it out and ends the grants that came from it, and no other grants', async () => {
  const { ctx, account, here, lost } = await twoDevices();
  await connectSite(account.id, here.session.id);
  await connectSite(account.id, lost.session.id);
  expect(await revokeSession(ctx, { account, session: here.session }, lost.session.id)).toBe(true);
  expect(await readSignIn(ctx, lost.cookie)).toBeUndefined();
  expect(await readSignIn(ctx, here.cookie)).toBeDefined();
  expect(await liveGrants(account.id)).toBe(1);
});

it('a session of another account cannot be revoked', async () => {
  const { ctx, here, lost } = await twoDevices();
  const eve = await makeAccount();
  const signIn = { account: eve, session: here.session };
  expect(await revokeSession(ctx, signIn, lost.session.id)).toBe(false);
  expect(await revokeSession(ctx, signIn, 'unknown')).toBe(false);
  expect(await readSignIn(ctx, lost.cookie)).toBeDefined();
});

it('sites are notified of a signed-out device, whose grants have already ended', async () => {
  const { ctx, account, here, lost } = await twoDevices();
  const clientId = await connectSite(account.id, lost.session.id);
  await connectSite(account.id, here.session.id);
  await env.DB.prepare('UPDATE oauth_clients SET backchannel_logout_uri = ?')
    .bind('https://rp.example/backchannel')
    .run();
  const told: { notices: LogoutNotice[]; live: number }[] = [];
  const logouts = {
    sendBatch: async (batch: Iterable<{ body: LogoutNotice }>) => {
      const notices = Array.from(batch, ({ body }) => body);
      told.push({ notices, live: await liveGrants(account.id) });
    },
  } as unknown as Queue<LogoutNotice>;
  const watched = { ...ctx, queues: { ...ctx.queues, logouts } };
  await revokeSession(watched, { account, session: here.session }, lost.session.id);
  const notice = {
    cause: expect.any(String),
    clientId,
    subject: account.subject,
    sessionId: lost.session.id,
  };
  expect(told).toEqual([{ notices: [notice], live: 1 }]);
  expect(await liveGrants(account.id)).toBe(1);
});
