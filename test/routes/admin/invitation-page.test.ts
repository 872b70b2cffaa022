// A new operator joins through a link that a command has printed: first a password, then a second
// factor.
import { env, exports } from 'cloudflare:workers';
import { beforeEach, expect, it, vi } from 'vitest';
import { LIFETIMES } from '../../../src/config/config.ts';
import { forgetDeploymentLinks } from '../../../src/domain/platform/deployment-links/links.ts';
import { makeContext } from '../../support/installation/context.ts';
import { ask, login } from '../../support/staff/admins.ts';
import { openConsole } from '../../support/staff/console.ts';
import { writeOperatorLink } from '../../support/staff/operator-link.ts';
import { enforceForOperators, setUpOperators } from '../../support/staff/operator-sign-on.ts';

const EMAIL = 'first@quarry.example';
const PASSWORD = 'walnut-harbour-mist-92';
const TOKEN = `xin_${'a'.repeat(43)}`;
const PAGE = 'http://localhost:8787/admin/v1/auth/invitation-page';

beforeEach(() => writeOperatorLink(EMAIL, TOKEN));

const submit = (password: string, token = TOKEN, origin = 'http://localhost:8787') =>
  exports.default.fetch(
    new Request(PAGE, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, new_password: password }).toString(),
      redirect: 'manual',
    }),
  );
const actions = async () => {
  const { results } = await env.DB.prepare('SELECT action FROM audit_entries ORDER BY id').all();
  return results.map(({ action }) => action);
};

it('viewing the page uses nothing up; a password signs in, and a second factor is required before anything else', async () => {
  const shown = await exports.default.fetch(new Request(`${PAGE}?token=${TOKEN}`));
  expect(await shown.text()).toContain(TOKEN);
  expect((await login(EMAIL, PASSWORD)).status).toBe(401);
  const joined = await submit(PASSWORD);
  expect([joined.status, joined.headers.get('Location')]).toEqual([303, '/admin/joined']);
  const browser = openConsole('admin');
  browser.take(joined.headers);
  const session = await browser.post('refresh');
  const { access_token: token, user } = session.body.data;
  expect(user).toMatchObject({ email: EMAIL, role: 'superadmin', two_factor_enabled: false });
  expect((await ask('GET', '/accounts', token)).body.error!.code).toBe('SECOND_FACTOR_REQUIRED');
  expect((await ask('POST', '/auth/2fa/setup', token)).status).toBe(200);
  // The failed sign-in is recorded only after its response.
  const entries = (await actions()).filter((action) => action !== 'auth.login_failed');
  expect(entries).toEqual(['admin.join', 'auth.login']);
  expect((await login(EMAIL, PASSWORD)).status).toBe(200);
});

it('the link refuses a weak password, another site and an invalid token, and stays valid', async () => {
  const answers = [
    await submit('short'),
    await submit('first@quarry.example'),
    await submit(PASSWORD, TOKEN, 'https://evil.example'),
    await submit(PASSWORD, `${TOKEN}x`),
    await submit(PASSWORD, ''),
  ];
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 403, 422, 422]);
  for (const { headers } of answers) expect(headers.getSetCookie().join()).not.toContain('xart_');
  expect((await submit(PASSWORD)).status).toBe(303);
});

it('the link accepts one of ten passwords sent at once, and afterwards only that password', async () => {
  const passwords = Array.from({ length: 10 }, (_, n) => `walnut-harbour-mist-${n}4`);
  const answers = await Promise.all(passwords.map((password) => submit(password)));
  const winners = passwords.filter((_, n) => answers[n]?.status === 303);
  expect(winners).toHaveLength(1);
  // Repeats the request, as after a lost response (D-136).
  expect((await submit(winners[0] ?? '')).status).toBe(303);
  const late = await submit('another-kettle-orbit-48');
  expect(late.status).toBe(200);
  expect(late.headers.getSetCookie().join()).not.toContain('xart_');
});

it.each([
  ['has expired', 422, () => vi.setSystemTime(Date.now() + LIFETIMES.operatorLinkMs + 60_000)],
  [
    'is for an operator who has a password',
    200,
    () => env.DB.exec("UPDATE staff SET password_hash = 'scrypt$x'"),
  ],
  [
    'is for an operator who was deactivated',
    200,
    () => env.DB.exec('UPDATE staff SET deactivated_at_ms = 1'),
  ],
  ['is for an operator who was removed', 422, () => env.DB.exec('DELETE FROM staff')],
  [
    'has another purpose',
    422,
    () => env.DB.exec("UPDATE deployment_links SET kind = 'webhook', staff_id = NULL"),
  ],
])('the link lets nobody in when it %s', async (_what, status, change) => {
  await change();
  const answer = await submit(PASSWORD);
  expect(answer.status).toBe(status);
  expect(await answer.clone().text()).toContain('href="/admin"');
  expect(answer.headers.getSetCookie().join()).not.toContain('xart_');
  for (const action of ['admin.join', 'auth.login']) expect(await actions()).not.toContain(action);
});

it('the link leads to the sign-in page while operators must use their identity provider (D-162)', async () => {
  await setUpOperators({ issuer: 'https://login.ops.example' });
  await enforceForOperators();
  // A repeat, as after a lost response, returns the same page.
  for (const answer of [await submit(PASSWORD), await submit(PASSWORD)]) {
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).toContain('Your company requires single sign-on');
    expect(page).toContain('press “Single sign-on”');
    expect(page).toContain('href="/admin"');
    expect(answer.headers.getSetCookie().join()).not.toContain('xart_');
  }
  expect(await actions()).toEqual(['admin.join']);
});

it('the link is deleted a day after it expires', async () => {
  const count = async () =>
    (await env.DB.prepare('SELECT count(*) AS n FROM deployment_links').first<{ n: number }>())?.n;
  await forgetDeploymentLinks(makeContext());
  expect(await count()).toBe(1);
  vi.setSystemTime(Date.now() + LIFETIMES.operatorLinkMs + 25 * 3_600_000);
  await forgetDeploymentLinks(makeContext());
  expect(await count()).toBe(0);
});
