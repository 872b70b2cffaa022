// TOKEN_KEY and KEY_ENCRYPTION_KEY are replaced while people use the service, and everybody can
// sign in before, during and after the change (D-70).
import { env } from 'cloudflare:workers';
import { keepPassKeys } from '../../src/domain/platform/age-passes/pass-keys.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resealAll, resealSecrets } from '../../src/domain/operations/sealed-secrets/reseal.ts';
import { SEALED_COLUMNS } from '../../src/domain/operations/sealed-secrets/sealed-columns.ts';
import { describeReseal, faultOf } from '../../src/domain/operations/sealed-secrets/reseal-text.ts';
import { queueMail } from '../../src/domain/platform/mail/queue-mail.ts';
import { sendMails } from '../../src/domain/platform/mail/send-mail.ts';
import { rotateKeys } from '../../src/domain/platform/signing-keys/key-ring.ts';
import { PURPOSES } from '../../src/domain/platform/signing-keys/ring.ts';
import { makeNumberKey, numberKeyName } from '../../src/domain/verification/document-fields.ts';
import { openSecret } from '../../src/domain/integration/webhooks/secret.ts';
import { unseal } from '../../src/crypto/sealed-box.ts';
import { codeOf, enableTwoFactor, login, makeAdmin } from '../support/staff/admins.ts';
import { keepFace } from '../support/account/account-faces.ts';
import { signedIn } from '../support/account/age-owners.ts';
import { get, init, post } from '../support/customer/api.ts';
import { makeContext } from '../support/installation/context.ts';
import { ask as askDashboard, makeDashboardTenant } from '../support/staff/dashboard.ts';
import { Deployment } from '../support/installation/deployment.ts';
import { eventually } from '../support/installation/eventually.ts';
import { setUpOperators } from '../support/staff/operator-sign-on.ts';
import { setUpSso } from '../support/staff/single-sign-on.ts';
import { FaceBackend } from '../support/customer/face-backend.ts';
import { authorizeSite } from '../support/site/grants.ts';
import { TestBrowser } from '../support/visitor/hosted.ts';
import { secretOf } from '../support/site/oauth.ts';
import { CALLBACK, VERIFIER } from '../support/site/oauth-request.ts';
import { FormBrowser, formValues } from '../support/account/portal.ts';
import { photoOf } from '../support/visitor/scripted-face.ts';
import { PASSWORD } from '../support/staff/staff.ts';
import { makeTenant } from '../support/customer/tenants.ts';
import { registerUnreachable } from '../support/customer/webhooks.ts';

const key = (letter: string): string => btoa(letter.repeat(32));
const { TOKEN_KEY: T1, KEY_ENCRYPTION_KEY: K1 } = env;
const [T2, K2] = [key('t'), key('k')];

/** Creates a deployment with the tests' own secrets and without cached signing keys. */
const before = () => new Deployment({});
const between = () =>
  new Deployment({
    TOKEN_KEY: T2,
    KEY_ENCRYPTION_KEY: K2,
    TOKEN_KEY_PREVIOUS: T1,
    KEY_ENCRYPTION_KEY_PREVIOUS: K1,
  });
const after = () => new Deployment({ TOKEN_KEY: T2, KEY_ENCRYPTION_KEY: K2 });

afterEach(() => void vi.useRealTimers());

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const apiKey = (secret: string) => ({ 'X-API-Key': secret });

describe('a verification', () => {
  const openIn = (service: Deployment, token: string) =>
    service.call('POST', '/v/sessions', {}, { token });

  it('continues in its browser, and opens from a link that was sent before', async () => {
    const { secret } = await makeTenant();
    const [link, running] = [await init(secret), await init(secret)];
    const browser = new TestBrowser();
    await browser.open(running);
    const view = (service: Deployment) =>
      service.call('GET', `/v/sessions/${browser.sessionId}`, { Cookie: browser.cookieHeader });
    expect([(await view(between())).status, (await view(after())).status]).toEqual([200, 200]);
    expect((await openIn(between(), link)).status).toBe(200);
    expect((await openIn(after(), await init(secret))).status).toBe(200);
  });

  it('can be handed to a phone by a link that was shown before', async () => {
    const { secret } = await makeTenant();
    const computer = new TestBrowser();
    await computer.open(await init(secret));
    const offered = await computer.step('handoff');
    const token = String(offered.body.data.url).split('/v/')[1];
    const joined = await between().call('POST', '/v/handoffs', {}, { token });
    expect(joined.status).toBe(200);
  });

  it('is the same for a repeated init, and keeps one result token for ever', async () => {
    // The service that all tests share may have cached signing keys that are no longer in storage.
    await Promise.all(PURPOSES.map((purpose) => rotateKeys(makeContext(), purpose)));
    const tenant = await makeDashboardTenant();
    const headers = { ...apiKey(tenant.testSecret), 'Idempotency-Key': 'order-7' };
    const body = { callback_url: 'https://shop.example/return', min_age: 18, user_id: 'u+pass' };
    const first = await post('/verify/v1/init', body, undefined, headers);
    const { token } = first.body.data;
    const repeat = await between().call('POST', '/verify/v1/init', headers, body);
    expect([repeat.status, repeat.body.data.token]).toEqual([201, token]);
    await post(`/verify/v1/sandbox/${token}/outcome`, { status: 'success' }, tenant.testSecret);
    const known = (await get(`/verify/v1/result/${token}`, tenant.testSecret)).body.data.token;
    const read = (service: Deployment, by: string) =>
      service.call('GET', `/verify/v1/result/${by}`, apiKey(tenant.testSecret));
    expect((await read(between(), token)).body.data.token).toBe(known);
    expect((await read(between(), known)).body.data).toMatchObject({
      token: known,
      status: 'success',
    });
    expect((await read(after(), known)).body.data.status).toBe('success');
    const listed = await eventually(async () => {
      const list = await between().call(
        'GET',
        '/dashboard/v1/sessions?mode=test',
        bearer(tenant.owner.token),
      );
      expect(list.body.data).toHaveLength(1);
      return list.body.data[0];
    });
    expect(listed.token).toBe(known);
    const opened = await between().call(
      'GET',
      `/dashboard/v1/sessions/${known}`,
      bearer(tenant.owner.token),
    );
    expect(opened.status).toBe(200);
  });
});

describe('a sign-in at a site', () => {
  const tokenCall = (service: Deployment, parameters: Record<string, string | undefined>) =>
    service.postForm('/oauth/token', parameters);

  it('redeems an earlier code, and refreshes earlier tokens during and after the change', async () => {
    const { site, code } = await authorizeSite();
    const redeemed = await tokenCall(between(), {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      ...secretOf(site),
    });
    expect(redeemed.status).toBe(200);
    let { refresh_token: token } = redeemed.body;
    for (const service of [between(), after()]) {
      const rotated = await tokenCall(service, {
        grant_type: 'refresh_token',
        refresh_token: token,
        ...secretOf(site),
      });
      expect(rotated.status).toBe(200);
      token = rotated.body.refresh_token;
    }
  });

  it('gives a retry whose answer was lost the same successor (D-32)', async () => {
    const authorized = await authorizeSite();
    const { site } = authorized;
    const service = before();
    const { refresh_token: first, access_token: accessToken } = (
      await tokenCall(service, {
        grant_type: 'authorization_code',
        code: authorized.code,
        redirect_uri: CALLBACK,
        code_verifier: VERIFIER,
        ...secretOf(site),
      })
    ).body;
    const retried = { grant_type: 'refresh_token', refresh_token: first, ...secretOf(site) };
    const rotated = (await tokenCall(service, retried)).body.refresh_token;
    const again = await tokenCall(between(), retried);
    expect([again.status, again.body.refresh_token]).toEqual([200, rotated]);
    for (const service of [between(), after()])
      expect(
        (await service.fetch('/oauth/userinfo', { headers: bearer(accessToken) })).status,
      ).toBe(200);
  });

  it('accepts forms that were open before the change', async () => {
    const browser = new FormBrowser();
    const page = await browser.get('/signin');
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const submit = async (service: Deployment) => {
      const body = new URLSearchParams({
        ...formValues(page.html, '/signin'),
        email: 'nobody@example.com',
        password: 'wrong',
      });
      const response = await service.fetch('/signin', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Sec-Fetch-Site': 'same-origin',
          Origin: 'http://localhost:8787',
          Cookie: cookie,
        },
        body: body.toString(),
      });
      return response.status;
    };
    expect(await submit(between())).toBe(422);
    // Operators remove the previous key weeks later, when no form from before is still open.
    expect(await submit(after())).toBe(403);
  });
});

describe('staff', () => {
  const answer = (service: Deployment, challenge: string, code: string) =>
    service.call('POST', '/admin/v1/auth/2fa/challenge', {}, { challenge_token: challenge, code });

  it('sign in with an authenticator that was set up before, even after the previous key is removed', async () => {
    const admin = await makeAdmin();
    const { secret, recoveryCodes } = await enableTwoFactor(admin.token);
    const challenge = async () => (await login(admin.email)).body.data.challenge_token;
    expect((await answer(between(), await challenge(), codeOf(secret, 0))).status).toBe(200);
    await resealSecrets(between().ctx);
    expect((await answer(after(), await challenge(), codeOf(secret, 1))).status).toBe(200);
    expect((await answer(after(), await challenge(), recoveryCodes[0] ?? '')).status).toBe(200);
    expect((await login(admin.email, PASSWORD)).body.data).toHaveProperty('challenge_token');
  });

  it('stay signed in when they return while both keys are set, and must sign in again otherwise', async () => {
    const { owner, id } = await makeDashboardTenant();
    const other = (await makeDashboardTenant()).owner;
    const refreshIn = (service: Deployment, token: string) =>
      service.call('POST', '/dashboard/v1/auth/refresh', {}, { refresh_token: token });
    const renewed = await refreshIn(between(), owner.refreshToken);
    expect([id !== '', renewed.status]).toEqual([true, 200]);
    expect((await refreshIn(after(), renewed.body.data.refresh_token)).status).toBe(200);
    expect((await refreshIn(after(), other.refreshToken)).status).toBe(401);
    expect((await askDashboard('GET', '/team', other.token)).status).toBe(200);
  });

  it('keep access tokens, whose keys are re-encrypted', async () => {
    const { refreshToken } = await makeAdmin();
    const renewed = await before().call(
      'POST',
      '/admin/v1/auth/refresh',
      {},
      {
        refresh_token: refreshToken,
      },
    );
    const read = (service: Deployment) =>
      service.call('GET', '/admin/v1/auth/sessions', bearer(renewed.body.data.access_token));
    expect([(await read(before())).status, (await read(between())).status]).toEqual([200, 200]);
    await resealSecrets(between().ctx);
    expect([(await read(between())).status, (await read(after())).status]).toEqual([200, 200]);
  });
});

describe('encrypted data in the database', () => {
  const mail = {
    to: 'ada@example.com',
    locale: 'en',
    template: 'reset_password',
    details: { link: 'https://id.example/password/reset?token=xml_abc' },
  } as const;

  /** Creates rows with every kind of encrypted value that resealing rewrites. */
  async function fill() {
    const { ctx } = before();
    await Promise.all(PURPOSES.map((purpose) => rotateKeys(ctx, purpose)));
    await keepPassKeys(ctx);
    const { id } = await makeTenant();
    await env.DB.prepare('UPDATE tenants SET document_number_key = ? WHERE id = ?')
      .bind(await makeNumberKey(ctx.config, id), id)
      .run();
    await setUpSso(id, { issuer: 'https://idp.example', clientId: 'agate', secret: 'secret' });
    await setUpOperators({ issuer: 'https://idp.example' });
    const { endpoint, secret } = await registerUnreachable(ctx, id, 'https://hooks.example/x');
    const admin = await makeAdmin();
    await enableTwoFactor(admin.token);
    await queueMail(ctx, mail);
    await env.DB.prepare('UPDATE webhook_endpoints SET previous_secret = secret').run();
    const backend = await FaceBackend.make();
    await backend.register('ada');
    await backend.block(photoOf('Bea'));
    const { account, session } = await signedIn(makeContext());
    await keepFace(account, session.id);
    return { endpoint, secret, tenantId: id };
  }

  /** Decrypts the key that hashes a customer's document numbers. This key never changes. */
  async function numberKeyOf(service: Deployment, tenantId: string): Promise<string> {
    const row = await env.DB.prepare(
      'SELECT document_number_key AS sealed FROM tenants WHERE id = ?',
    )
      .bind(tenantId)
      .first<{ sealed: string }>();
    const opened = await unseal(keysOf(service), numberKeyName(tenantId), row?.sealed ?? '');
    return new Uint8Array(opened).join(' ');
  }

  const keysOf = (service: Deployment) => service.ctx.config.keyEncryptionKey;

  it('is re-encrypted in slices, whatever was done before, and then the previous key can be removed', async () => {
    const { endpoint, secret, tenantId } = await fill();
    const numberKey = await numberKeyOf(before(), tenantId);
    const { ctx } = between();
    const keys = keysOf(between());
    const first = await resealAll(ctx.db, keys, 2);
    expect(first.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(2);
    expect(describeReseal(first)).toContain('still need KEY_ENCRYPTION_KEY_PREVIOUS');
    const rest = await resealAll(ctx.db, keys);
    for (const { table, column } of SEALED_COLUMNS) {
      const report = rest.find(({ name }) => name === `${table}.${column}`)!;
      expect([report.name, report.current + report.resealed > 0, report.left]).toEqual([
        report.name,
        true,
        0,
      ]);
    }
    const again = await resealAll(ctx.db, keys);
    expect(again.every(({ resealed, unreadable }) => resealed + unreadable === 0)).toBe(true);
    expect(describeReseal(again)).toContain('Nothing needs KEY_ENCRYPTION_KEY_PREVIOUS any more.');
    const row = await env.DB.prepare('SELECT secret FROM webhook_endpoints').first<{
      secret: string;
    }>();
    expect(await openSecret(after().ctx.config, endpoint.id, row!.secret)).toBe(secret);
    expect(await numberKeyOf(after(), tenantId)).toBe(numberKey);
  });

  it('is re-encrypted by the schedule while a previous key is set', async () => {
    await fill();
    await resealSecrets(makeContext());
    expect(
      faultOf(keysOf(between()), await resealAll(between().ctx.db, keysOf(between()), 0)),
    ).toContain('Nothing is sealed with KEY_ENCRYPTION_KEY yet');
    await resealSecrets(between().ctx);
    const left = await resealAll(after().ctx.db, keysOf(after()), 0);
    expect(left.every(({ unreadable }) => unreadable === 0)).toBe(true);
  });

  it('keeps a secret that is replaced during the re-encryption', async () => {
    const { endpoint } = await fill();
    const { ctx } = between();
    const [all, run] = [ctx.db.all.bind(ctx.db), ctx.db.run.bind(ctx.db)];
    let replaced = false;
    const db = {
      all,
      run: (async (query) => {
        if (!replaced) await env.DB.prepare("UPDATE webhook_endpoints SET secret = 'newer'").run();
        replaced = true;
        return run(query);
      }) as typeof run,
    };
    await resealAll(db, keysOf(between()));
    const row = await env.DB.prepare('SELECT secret FROM webhook_endpoints WHERE id = ?')
      .bind(endpoint.id)
      .first();
    expect(row).toEqual({ secret: 'newer' });
  });

  it('is left unchanged when the previous key is wrong, and the error names what cannot be decrypted', async () => {
    await fill();
    const before = await env.DB.prepare('SELECT * FROM webhook_endpoints').all();
    const wrong = new Deployment({
      KEY_ENCRYPTION_KEY: K2,
      KEY_ENCRYPTION_KEY_PREVIOUS: key('w'),
    });
    const counted = await resealAll(wrong.ctx.db, keysOf(wrong), 0);
    expect(faultOf(keysOf(wrong), counted)).toMatch(
      /^Neither key opens these secrets.*webhook_endpoints\.secret: 1/s,
    );
    await resealSecrets(wrong.ctx);
    expect((await env.DB.prepare('SELECT * FROM webhook_endpoints').all()).results).toEqual(
      before.results,
    );
    const none = new Deployment({});
    expect(faultOf(keysOf(none), [])).toContain('is not set');
    const same = new Deployment({ KEY_ENCRYPTION_KEY_PREVIOUS: K1 });
    expect(faultOf(keysOf(same), [])).toContain('the same key');
  });

  it('stays usable: a waiting mail is sent with its link', async () => {
    await fill();
    const sent: { text?: string }[] = [];
    const email = { send: async (one: object) => void sent.push(one) } as unknown as SendEmail;
    const row = await env.DB.prepare(
      "SELECT id FROM mails WHERE template <> 'second_factor_changed'",
    ).first<{ id: string }>();
    const message = { body: { mailId: row!.id }, ack: () => undefined, retry: () => undefined };
    await sendMails({ ...between().ctx, email }, [message]);
    expect(sent).toMatchObject([{ text: expect.stringContaining(mail.details.link) }]);
  });
});

describe('an older version of the service that still runs briefly', () => {
  it('reads what the newer version writes when it had the new keys as PREVIOUS before', async () => {
    const older = new Deployment({ TOKEN_KEY_PREVIOUS: T2, KEY_ENCRYPTION_KEY_PREVIOUS: K2 });
    const tenant = await makeDashboardTenant();
    const newer = between();
    const { endpoint, secret } = await registerUnreachable(
      newer.ctx,
      tenant.id,
      'https://hooks.example/x',
    );
    const row = await env.DB.prepare('SELECT secret FROM webhook_endpoints').first<{
      secret: string;
    }>();
    expect(await openSecret(older.ctx.config, endpoint.id, row!.secret)).toBe(secret);
    const refreshIn = (service: Deployment, token: string) =>
      service.call('POST', '/dashboard/v1/auth/refresh', {}, { refresh_token: token });
    const renewed = await refreshIn(newer, tenant.owner.refreshToken);
    expect((await refreshIn(older, renewed.body.data.refresh_token)).status).toBe(200);
  });
});
