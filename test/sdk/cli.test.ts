// The command-line program over HTTP: its requests, output and exit codes.
import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test, vi } from 'vitest';
import { verifyWebhook } from '../../sdk/src/webhooks.ts';
import { agate, FakeService, readBody, SECRET, serve } from './fake-service.ts';

describe('a wrong call exits with 2, prints what is wrong, and sends nothing', () => {
  test.each([
    [[], 'agate <command>'],
    [['serve'], 'There is no command "serve".'],
    [['constructor'], 'There is no command "constructor".'],
    [['help', 'serve'], 'There is no command "serve".'],
    [['listen', '--port'], "Unknown option '--port'."],
    [['listen', '--to'], "Option '--to <value>' argument missing."],
    [['listen', '--to', 'localhost:3000'], '--to must be an address such as'],
    [['listen', 'now'], 'There is no argument "now" here.'],
    [['listen', '--all', '--after', 'evt_1'], 'either --after or --all'],
    [['listen', '--after', '17'], '--after must be the id of an event'],
    [['listen', '--types', 'session.sucess'], '--types must be one of: session.success,'],
    [['trigger'], 'Which event? One of: session.success,'],
    [['trigger', 'session.gone'], 'The event must be one of: session.success,'],
    [['trigger', 'session.success', 'again'], 'One event is enough: "again" is too many.'],
    [['trigger', 'session.success', '--reason', 'a'], '--reason is for session.failed only.'],
    [['trigger', 'session.success', '--end', 'fail'], '--end is for face_2fa.completed only.'],
    [['trigger', 'face_2fa.completed', '--end', 'well'], '--end must be one of: pass, fail.'],
    [['trigger', 'face_2fa.completed', '--min-age', '18'], '--min-age is for sessions only.'],
    [
      ['trigger', 'session.success', '--min-age', '0'],
      '--min-age must be a whole number from 1 to 99.',
    ],
    [
      ['trigger', 'session.success', '--callback-url', 'shop'],
      '--callback-url must be an address such as https://shop.example/return.',
    ],
    [['sessions'], 'agate sessions tail'],
    [['sessions', '--once', 'show'], 'There is no "sessions show".'],
    [['sessions', 'list', '--status', ''], '--status must be one of: pending,'],
    [['sessions', 'list', '--from', '1.8.2026'], '--from must be a day such as 2026-08-13.'],
    [['sessions', 'list', '--last', '0'], '--last must be a whole number from 1 to 1000.'],
    [['sessions', 'get'], 'Which session? agate sessions get xtk_…'],
    [['sessions', 'cancel', 'evt_1'], 'Which session? agate sessions cancel xtk_…'],
    [['sessions', 'retake', 'xtk_1', 'xtk_2'], 'One token is enough: "xtk_2" is too many.'],
    [['events'], 'agate events resend evt_…'],
    [['events', 'send', 'evt_1'], 'There is no "events send".'],
    [['events', 'resend', 'xtk_1'], 'Which event? evt_…'],
    [['logs'], 'agate logs tail'],
    [['logs', 'tail', '--last', '-1'], "Option '--last' argument is ambiguous."],
    [['completion'], 'For which shell? One of: bash, zsh, fish.'],
    [['completion', 'csh'], 'The shell must be one of: bash, zsh, fish.'],
    [['session', 'list'], 'Did you mean `agate sessions`?'],
    [['sessions', 'tail', '--last', '101'], '--last must be a whole number from 0 to 100.'],
    [['open', 'no link'], 'The link must be a verify_url, or an init token'],
    [['open', '--min-age', 'ten'], '--min-age must be'],
    [['open', 'xit_a', '--min-age', '21'], '--min-age applies to a new session only'],
    [['doctor', '--receiver', '/webhooks'], '--receiver must be an address'],
  ])('agate %j', async (args, message) => {
    const service = await new FakeService().start();
    const { code, out, said } = await agate(args, service);
    expect([code, out]).toEqual([2, []]);
    expect(said).toContain(message);
    expect(service.calls).toEqual([]);
  });

  test.each([
    [{ AGATE_SECRET_KEY: '' }, 'AGATE_SECRET_KEY is not set.'],
    [{ AGATE_SECRET_KEY: 'pk_test_a' }, 'AGATE_SECRET_KEY is a publishable key'],
    [{ AGATE_SECRET_KEY: 'sk_test_a b' }, 'AGATE_SECRET_KEY is not a secret key'],
    [{ AGATE_URL: 'verify.example' }, 'AGATE_URL is not an address'],
    [{ AGATE_URL: 'http://verify.example' }, 'AGATE_URL is http on another machine'],
    [{ AGATE_WEBHOOK_SECRET: 'whsec_!' }, 'AGATE_WEBHOOK_SECRET is not a webhook secret'],
  ])('with %j', async (env, message) => {
    const { code, said } = await agate(['listen', '--to', 'http://localhost:1'], undefined, {
      env,
    });
    expect(code).toBe(2);
    expect(said).toContain(message);
    expect(said).toContain('`agate --help`');
    expect(said).not.toContain('sk_test_a b');
  });

  test('--help prints the options of each command, at any position', async () => {
    for (const name of 'login logout listen trigger events sessions logs open doctor completion'.split(
      ' ',
    )) {
      const { code, out } = await agate([name, '--wrong', '--help']);
      expect([name, code, out[0]?.startsWith(`agate ${name}`)]).toEqual([name, 0, true]);
      expect((await agate(['help', name])).out).toEqual(out);
    }
    expect((await agate(['--help'])).said).toContain('AGATE_SECRET_KEY');
  });
});

describe('agate trigger', () => {
  test('settles a test session, so that its event appears in the feed', async () => {
    const service = await new FakeService().start();
    const { code, out } = await agate(
      ['trigger', 'session.failed', '--reason', 'age_below_threshold', '--user-id', 'u-1'],
      service,
    );
    expect([code, out]).toEqual([0, ['session.failed  xtk_1  verified: false']]);
    expect(service.calls).toEqual([
      'POST /verify/v1/init {"callback_url":"https://example.com/agate","min_age":18,"user_id":"u-1"}',
      'POST /verify/v1/sandbox/xit_1/outcome {"status":"failed","reason":"age_below_threshold"}',
    ]);
    expect(service.events).toHaveLength(1);
  });

  test('refuses a live key before anything is sent, and prints what the service refuses', async () => {
    const service = await new FakeService().start();
    const live = await agate(['trigger', 'session.success'], service, {
      env: { AGATE_SECRET_KEY: 'sk_live_a' },
    });
    expect([live.code, service.calls]).toEqual([1, []]);
    expect(live.said).toContain('This is a live key');
    const wrong = ['trigger', 'session.success', '--callback-url', 'https://bad.example'];
    const refused = await agate(wrong, service);
    expect(refused.code).toBe(1);
    expect(refused.said).toBe(
      'INVALID_CALLBACK_URL: No. (req_1)\n  callback_url: No.\nName one that your settings allow, with --callback-url.',
    );
    const other = await agate(['trigger', 'session.success'], service, {
      env: { AGATE_SECRET_KEY: 'sk_test_other' },
    });
    expect(other.said).toContain('Is the key from this installation, and not revoked?');
    const away = await agate(['trigger', 'session.success'], undefined, {
      env: { AGATE_URL: 'http://127.0.0.1:9' },
    });
    expect([away.code, away.said]).toEqual([1, expect.stringContaining('does not answer')]);
  });
});

describe('agate listen', () => {
  test('forwards events from now on, signed as webhooks are (D-24)', async () => {
    const service = await new FakeService().start();
    for (let old = 0; old < 150; old += 1) service.happen('session.success');
    const received: { headers: Record<string, string>; body: string }[] = [];
    const receiver = await serve((request, response) => {
      void receive(request, response);
    });
    async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const body = await readBody(request);
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(received.length === 1 ? 204 : 500).end();
    }
    const running = agate(['listen', '--to', receiver, '--types', 'session.failed'], service, {
      env: { AGATE_WEBHOOK_SECRET: SECRET },
      until: (lines) => lines.filter((line) => line.includes('evt_')).length === 2,
    });
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(2), 60_000);
    for (const type of ['failed', 'success', 'failed']) service.happen(`session.${type}`);
    const { code, out } = await running;
    expect(code).toBe(0);
    expect(out).toEqual([
      expect.stringMatching(
        /^2026-08-13T\d\d:\d\d:\d\dZ  session\.failed  evt_151  204 in \d+ ms$/,
      ),
      expect.stringMatching(/evt_153  500 in \d+ ms: a webhook would be tried again$/),
    ]);
    const [first] = received;
    expect(JSON.parse(first?.body ?? '')).toEqual(service.events[150]);
    if (first === undefined) throw new Error('Nothing was forwarded.');
    const { body, headers } = first;
    expect(await verifyWebhook(body, headers, SECRET)).toEqual(service.events[150]);
    expect(new Webhook(SECRET).verify(body, headers)).toEqual(service.events[150]);
    const [, at = '', own = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['agate-signature'] ?? '') ?? [];
    expect(own).toBe(createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex'));
  });

  test('generates a secret when none is set, survives temporary failures, and exits on a refused key', async () => {
    const service = await new FakeService().start();
    service.happen('session.success');
    service.failing = [503, 503, 429];
    const { code, notes } = await agate(
      ['listen', '--all', '--to', 'http://127.0.0.1:9'],
      service,
      {
        until: (lines) => lines.some((line) => line.includes('answers again')),
      },
    );
    expect(code).toBe(0);
    expect(notes[0]).toMatch(/secret for this run\. Give it to your receiver:\n {2}whsec_\S{44}$/);
    expect(notes.filter((note) => note.endsWith('Trying again.'))).toHaveLength(1);
    const refused = await agate(['listen', '--all'], service, {
      env: { AGATE_SECRET_KEY: 'sk_test_revoked' },
    });
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('UNAUTHORIZED')]);
  });

  test('continues when the event that it resumes from was forgotten, unless that event was named', async () => {
    const service = await new FakeService().start();
    service.happen('session.success');
    const running = agate(['listen'], service, {
      until: (lines) => lines.some((line) => line.includes('evt_2')),
    });
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(1), 60_000);
    service.forgotten = 1;
    service.happen('session.failed');
    expect(await running).toMatchObject({ code: 0, out: [expect.stringContaining('evt_2')] });
    const named = await agate(['listen', '--after', 'evt_1'], service);
    expect([named.code, named.said]).toEqual([1, expect.stringContaining('VALIDATION_FAILED')]);
  });

  test('reports when nothing listens at the address', async () => {
    const service = await new FakeService().start();
    service.happen('session.success');
    const { out } = await agate(['listen', '--all', '--to', 'http://127.0.0.1:9/hook'], service, {
      until: (lines) => lines.some((line) => line.includes('evt_1')),
    });
    expect(out).toEqual([expect.stringContaining('no answer from 127.0.0.1:9: does it run?')]);
  });
});

describe('agate sessions tail', () => {
  test('prints the latest in order, then new and changed sessions', async () => {
    const service = await new FakeService().start();
    for (let count = 0; count < 3; count += 1) service.begin();
    const once = await agate(['sessions', '--last', '2', 'tail', '--once'], service);
    expect([once.code, once.out]).toEqual([
      0,
      ['2', '3'].map((id) => `2026-08-13T09:30:00Z  pending      xtk_${id}  18+`),
    ]);
    const running = agate(['sessions', 'tail', '--last', '0'], service, {
      until: (lines) => lines.length === 2,
    });
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(2), 60_000);
    service.sessions.at(-1)?.settle('success');
    service.begin();
    const { out } = await running;
    expect(out.map((line) => line.split(/ +/).slice(1, 3))).toEqual([
      ['success', 'xtk_1'],
      ['pending', 'xtk_4'],
    ]);
  });
});

test('agate sessions tail escapes control characters, which a terminal would obey', async () => {
  const service = await new FakeService().start();
  service.begin('a\u001b[2Jb\t\u202eé');
  const { out } = await agate(['sessions', 'tail', '--once'], service);
  expect(out).toEqual([expect.stringMatching(/ {2}user a\\u001b\[2Jb\\u0009\\u202eé$/)]);
});

describe('agate open', () => {
  test('shows a link as a QR code, either a given link or one of a new session', async () => {
    const service = await new FakeService().start();
    const made = await agate(['open'], service);
    const [code = '', link] = made.out.join('').split(/\n(?=http)/);
    expect([made.code, link]).toEqual([0, `${service.url}/v/xit_1`]);
    expect(code.split('\n').length).toBeGreaterThan(12);
    expect(code).toMatch(/^[█▀▄ \n]+$/);
    expect(made.notes).toEqual([expect.stringContaining('a phone needs an address')]);
    const given = await agate(['open', 'https://verify.example/v/xit_a'], service);
    expect(given.out[0]).toMatch(/\nhttps:\/\/verify\.example\/v\/xit_a$/);
    expect(given.notes).toEqual([]);
    const keyless = await agate(['open', 'xit_a'], service, { env: { AGATE_SECRET_KEY: '' } });
    expect(keyless.out[0]).toContain(`\n${service.url}/v/xit_a`);
    expect(service.calls).toHaveLength(1);
  });
});
