// Authenticator-app codes, in the forms in which apps display them and people type them.
import { expect, it } from 'vitest';
import { codeOf } from '../../support/staff/admins.ts';
import { ask, makeDashboardTenant } from '../../support/staff/dashboard.ts';
import { PASSWORD } from '../../support/staff/staff.ts';

const written = (code: string, zero: number): string =>
  Array.from(code, (digit) => String.fromCharCode(zero + Number(digit))).join('');

it.each<[string, (code: string) => string]>([
  ['with a space, as apps show it', (code) => `${code.slice(0, 3)} ${code.slice(3)}`],
  ['with a space that does not break', (code) => `${code.slice(0, 3)}\u00a0${code.slice(3)}`],
  ['with a hyphen, and spaces around it', (code) => ` ${code.slice(0, 3)}-${code.slice(3)} `],
  ['in wide digits', (code) => written(code, 0xff10)],
  ['in Arabic digits', (code) => written(code, 0x660)],
  ['in Persian digits', (code) => written(code, 0x6f0)],
  ['in Devanagari digits', (code) => written(code, 0x966)],
])('a code typed %s signs in, once', async (_, typed) => {
  const { owner } = await makeDashboardTenant();
  const { secret } = (await ask('POST', '/auth/2fa/setup', owner.token)).body.data;
  const on = await ask('POST', '/auth/2fa/verify', owner.token, { code: typed(codeOf(secret)) });
  expect(on.status).toBe(200);
  const { challenge_token: challenge } = (
    await ask('POST', '/auth/login', undefined, { email: owner.email, password: PASSWORD })
  ).body.data;
  const answer = (code: string) =>
    ask('POST', '/auth/2fa/challenge', undefined, { challenge_token: challenge, code });
  expect((await answer(typed(codeOf(secret, 1)))).body.data.user.email).toBe(owner.email);
  expect((await answer(typed(codeOf(secret, 1)))).status).toBe(401);
  expect((await answer(`${typed(codeOf(secret, 1))}0`)).status).toBe(401);
});
