// The command-line program: its commands for sessions, events and the request log, its version, its
// machine-readable output, and shell completion.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isInstalled } from '../../scripts/check/programs.ts';
import manifest from '../../sdk/package.json' with { type: 'json' };
import { agate, FakeService } from './fake-service.ts';

const start = () => new FakeService().start();

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agate-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('agate --version prints the version of the package', async () => {
  expect((await agate(['--version'])).out).toEqual([`agate ${manifest.version}`]);
  expect((await agate(['--version', '--json'])).out).toEqual([
    JSON.stringify({ version: manifest.version }),
  ]);
});

describe('agate sessions', () => {
  test('list prints newest first, up to the requested number, with the filters of the service', async () => {
    const service = await start();
    for (let count = 0; count < 3; count += 1) service.begin('u-1');
    const { code, out } = await agate(
      [
        'sessions',
        'list',
        '--last',
        '2',
        '--status',
        'pending',
        '--user-id',
        'u-1',
        '--from',
        '2026-08-01',
        '--to',
        '2026-08-13',
      ],
      service,
    );
    expect([code, out]).toEqual([
      0,
      ['3', '2'].map((id) => `2026-08-13T09:30:00Z  pending      xtk_${id}  18+  user u-1`),
    ]);
    expect(service.calls).toEqual(['GET /api/v1/sessions']);
    const none = await agate(['sessions', 'list'], await start());
    expect([none.code, none.out, none.notes]).toEqual([
      0,
      [],
      [expect.stringContaining('in the mode of your key')],
    ]);
  });

  test('get prints the checks that were made and how far the visitor got', async () => {
    const service = await start();
    service.begin();
    const { code, out } = await agate(['sessions', 'get', 'xtk_1'], service);
    expect([code, out.join('').split('\n')]).toEqual([
      0,
      [
        '2026-08-13T09:30:00Z  pending      xtk_1  18+',
        '  liveness    passed',
        '  age         did not pass',
        '  2026-08-13T09:30:02Z  opened',
        '  2026-08-13T09:30:09Z  consent consent',
      ],
    ]);
  });

  test('cancel and retake act once, and explain what to do when they cannot', async () => {
    const service = await start();
    service.begin();
    const canceled = await agate(['sessions', 'cancel', 'xtk_1'], service);
    expect([canceled.code, canceled.said]).toEqual([
      0,
      expect.stringContaining('canceled     xtk_1'),
    ]);
    const again = await agate(['sessions', 'cancel', 'xtk_1'], service);
    expect([again.code, again.said]).toEqual([1, expect.stringContaining('CONFLICT')]);
    expect(again.said).toContain('`agate sessions get`');
    const refused = await agate(['sessions', 'retake', 'xtk_1'], service);
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringContaining('Only the latest session of a chain can be retaken'),
    ]);
    service.sessions[0]?.settle('failed');
    const made = await agate(['sessions', 'retake', 'xtk_1'], service);
    expect([made.code, made.out]).toEqual([0, [`${service.url}/v/xit_2`]]);
    expect(made.notes[0]).toContain('It replaces xtk_1');
    const unknown = await agate(['sessions', 'get', 'xtk_9'], service);
    expect([unknown.code, unknown.said]).toEqual([
      1,
      expect.stringContaining('check that it belongs to the mode'),
    ]);
  });
});

describe('agate events resend', () => {
  test('prints the deliveries that it starts, and reports when no endpoint receives the event', async () => {
    const service = await start();
    service.happen('session.success');
    service.endpoints = 2;
    const { code, out } = await agate(['events', 'resend', 'evt_1'], service);
    expect([code, out.join('').split('\n')]).toEqual([
      0,
      ['evt_1  dlv_1  to we_1', 'evt_1  dlv_2  to we_2'],
    ]);
    expect(service.calls).toEqual(['POST /api/v1/events/evt_1/resend']);
    service.endpoints = 0;
    const none = await agate(['events', 'resend', 'evt_1'], service);
    expect([none.code, none.out, none.said]).toEqual([
      0,
      [],
      expect.stringContaining('The event was never sent to an endpoint'),
    ]);
    expect((await agate(['events', 'resend', 'evt_9'], service)).said).toContain('NOT_FOUND');
  });
});

describe('agate logs tail', () => {
  const line = (id: number, path: string, status = 200, atMs = Date.now()) => ({
    id,
    at: new Date(atMs).toISOString(),
    status,
    path,
  });

  test('prints the latest calls, then each new one once, even a late one, and never its own calls', async () => {
    const service = await start();
    service.lines.push(line(3, '/api/v1/requests'), line(2, '/b'), line(1, '/a'));
    const once = await agate(['logs', 'tail', '--once', '--last', '1'], service);
    expect([once.code, once.out]).toEqual([
      0,
      [expect.stringMatching(/ {2}200 {2}GET {5}\/b {2}5 ms {2}req_7$/)],
    ]);
    const running = agate(['logs', 'tail', '--last', '0'], service, {
      until: (lines) => lines.length === 3,
    });
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(2), 60_000);
    service.lines.unshift(line(9, '/new'), line(8, '/api/v1/requests'));
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(8), 60_000);
    service.lines.splice(2, 0, line(5, '/late', 200, Date.now() - 3_000));
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(14), 60_000);
    service.lines.unshift(line(12, '/last'));
    const { out } = await running;
    expect(out.map((one) => one.split(/ +/)[3])).toEqual(['/new', '/late', '/last']);
  });

  test('catches up when more than a page has arrived, and can show only errors', async () => {
    const service = await start();
    service.lines.push(line(1, '/first'));
    const running = agate(['logs', 'tail', '--errors', '--last', '0'], service, {
      until: (lines) => lines.length === 250,
    });
    await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(1), 60_000);
    service.lines.unshift(
      ...Array.from({ length: 500 }, (_, n) => line(501 - n, `/x/${n}`, n % 2 === 0 ? 500 : 200)),
    );
    const paths = (await running).out.map((one) => one.split(/ +/)[3]);
    expect(new Set(paths).size).toBe(250);
    expect([paths[0], paths.at(-1)]).toEqual(['/x/498', '/x/0']);
  });
});

test('agate trigger face_2fa.completed compares a face of the sandbox, with the requested end', async () => {
  const service = await start();
  const { code, out } = await agate(
    ['trigger', 'face_2fa.completed', '--user-id', 'u-1', '--end', 'fail'],
    service,
  );
  expect([code, out]).toEqual([0, ['face_2fa.completed  fch_1  passed: true']]);
  expect(service.calls[0]).toMatch(
    /^POST \/verify\/v1\/2fa\/verify \{"user_id":"u-1\+fail","image":"\/9j\/[\w+/=]+"\}$/,
  );
  const live = await agate(['trigger', 'face_2fa.completed'], service, {
    env: { AGATE_SECRET_KEY: 'sk_live_a' },
  });
  expect([live.code, live.said]).toEqual([1, expect.stringContaining('`agate login` with one')]);
});

describe('agate login', () => {
  const WITHOUT = { AGATE_SECRET_KEY: undefined, AGATE_URL: undefined };

  test('stores a valid key in a file of its user, and other commands use it only with that service', async () => {
    const service = await start();
    const folder = makeFolder();
    const env = { ...WITHOUT, XDG_CONFIG_HOME: folder };
    const path = join(folder, 'agate/credentials.json');
    const login = await agate(['login', '--url', service.url], undefined, {
      env,
      typed: ' sk_test_abc\n',
    });
    expect([login.code, login.out]).toEqual([
      0,
      [`The test key for ${service.url} is kept in ${path}.`],
    ]);
    expect(login.said).not.toContain('sk_test_abc');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'agate')).mode & 0o777).toBe(0o700);
    expect((await agate(['sessions', 'tail', '--once'], undefined, { env })).code).toBe(0);
    const elsewhere = await agate(['doctor'], undefined, {
      env: { ...env, AGATE_URL: 'https://other.example' },
    });
    expect(elsewhere.said).toContain(`AGATE_URL is not ${service.url}`);
    const own = await agate(['sessions', 'tail', '--once'], service, {
      env: { ...env, AGATE_SECRET_KEY: 'sk_test_other', AGATE_URL: service.url },
    });
    expect(own.said).toContain('UNAUTHORIZED');
    expect((await agate(['logout'], undefined, { env })).out).toEqual(['The key is forgotten.']);
    expect((await agate(['logout'], undefined, { env })).out).toEqual(['No key was kept.']);
    const after = await agate(['sessions', 'list'], undefined, { env });
    expect([after.code, after.said]).toEqual([2, expect.stringContaining('`agate login`')]);
  });

  test.each([
    ['pk_test_a', 2, 'is a publishable key'],
    ['', 2, 'is not a secret key'],
    ['sk_test_unknown', 1, 'UNAUTHORIZED'],
  ])('does not store %j, and keeps the earlier key', async (typed, code, message) => {
    const service = await start();
    const env = { ...WITHOUT, AGATE_URL: service.url, XDG_CONFIG_HOME: makeFolder() };
    const path = join(env.XDG_CONFIG_HOME, 'agate/credentials.json');
    await agate(['login'], undefined, { env, typed: 'sk_test_abc' });
    const before = readFileSync(path, 'utf8');
    const refused = await agate(['login'], undefined, { env, typed });
    expect([refused.code, refused.said]).toEqual([code, expect.stringContaining(message)]);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('does not use a file that others can read, or an invalid file', async () => {
    const service = await start();
    const env = { ...WITHOUT, AGATE_URL: service.url, XDG_CONFIG_HOME: makeFolder() };
    const path = join(env.XDG_CONFIG_HOME, 'agate/credentials.json');
    await agate(['login'], undefined, { env, typed: 'sk_test_abc' });
    chmodSync(path, 0o644);
    const open = await agate(['sessions', 'list'], undefined, { env });
    expect([open.code, open.said]).toEqual([2, expect.stringContaining(`chmod 600 ${path}`)]);
    chmodSync(path, 0o600);
    for (const text of ['', '{}', '{"url":1}', 'null']) {
      writeFileSync(path, text);
      const broken = await agate(['sessions', 'list'], undefined, { env });
      expect([broken.code, broken.said]).toEqual([2, expect.stringContaining('agate login')]);
    }
    // `agate login` replaces the file with one that only the user can read.
    chmodSync(path, 0o666);
    await agate(['login'], undefined, { env, typed: 'sk_test_abc' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('--json', () => {
  test('prints one object per line, for every command', async () => {
    const service = await start();
    service.begin('u-1');
    service.happen('session.success');
    service.lines.push({ id: 1, at: '2026-08-13T09:30:00Z', status: 200, path: '/a' });
    const read = async (...args: string[]) => {
      const { code, out } = await agate([...args, '--json'], service);
      expect([args, code]).toEqual([args, 0]);
      return out.map((text) => JSON.parse(text) as Record<string, unknown>);
    };
    expect(await read('sessions', 'list')).toMatchObject([{ token: 'xtk_1', status: 'pending' }]);
    expect(await read('sessions', 'tail', '--once')).toMatchObject([{ token: 'xtk_1' }]);
    expect(await read('sessions', 'get', 'xtk_1')).toMatchObject([{ timeline: [{}, {}] }]);
    expect(await read('sessions', 'cancel', 'xtk_1')).toMatchObject([{ status: 'canceled' }]);
    expect(await read('events', 'resend', 'evt_1')).toMatchObject([
      { deliveries: [{ id: 'dlv_1' }] },
    ]);
    expect(await read('logs', 'tail', '--once')).toMatchObject([{ path: '/a' }]);
    expect(await read('trigger', 'session.failed')).toMatchObject([
      { event: 'session.failed', status: 'failed' },
    ]);
    expect(await read('trigger', 'face_2fa.completed')).toMatchObject([{ passed: true }]);
    expect(await read('open')).toEqual([{ verify_url: expect.stringContaining('/v/xit_') }]);
    for (const { is, text } of await read('doctor'))
      expect([typeof is, typeof text]).toEqual(['string', 'string']);
    const listened = await agate(['listen', '--all', '--json'], service, {
      until: (lines) => lines.some((text) => text.includes('"evt_1"')),
    });
    expect(JSON.parse(listened.out[0] ?? '')).toMatchObject({
      id: 'evt_1',
      type: 'session.success',
    });
  });

  test('also prints errors, on stderr', async () => {
    const service = await start();
    const { code, out, notes } = await agate(['--json', 'sessions', 'get', 'xtk_9'], service);
    expect([code, out]).toEqual([1, []]);
    expect(JSON.parse(notes.join(''))).toEqual({
      error: {
        code: 'NOT_FOUND',
        status: 404,
        request_id: 'req_1',
        details: [],
        message: expect.stringContaining('NOT_FOUND: No. (req_1)'),
      },
    });
    for (const args of [['sessions'], ['serve']]) {
      const wrong = await agate([...args, '--json'], service);
      expect(JSON.parse(wrong.notes.join(''))).toMatchObject({ error: { code: 'USAGE' } });
    }
    const away = await agate(['sessions', 'list', '--json'], undefined, {
      env: { AGATE_URL: 'http://127.0.0.1:9' },
    });
    expect(JSON.parse(away.notes.join(''))).toMatchObject({ error: { code: 'NO_ANSWER' } });
  });
});

describe('completion', () => {
  const after = async (...words: string[]) => (await agate(['__complete', ...words])).out;

  test('completes commands, their arguments, and the values of options', async () => {
    expect(await after('se')).toEqual(['sessions']);
    expect(await after('sessions', '')).toEqual(['list', 'get', 'cancel', 'retake', 'tail']);
    expect(await after('sessions', 'list', '--status', 'c')).toEqual(['canceled']);
    expect(await after('sessions', 'list', '--user-id', '')).toEqual([]);
    expect(await after('sessions', 'list', 'x')).toEqual([]);
    expect(await after('trigger', 'face')).toEqual(['face_2fa.completed']);
    expect(await after('listen', '--types', 'session.s')).toEqual(['session.success']);
    expect(await after('listen', '--t')).toEqual(['--to', '--types']);
    expect(await after('logs', 'tail', '--')).toEqual([
      '--errors',
      '--last',
      '--once',
      '--json',
      '--help',
    ]);
    expect(await after('help', 'd')).toEqual(['doctor']);
    expect(await after('constructor', '')).toEqual([]);
    expect(await after()).toContain('listen');
  });

  /** Returns a value for `PATH` with which shells find the program. */
  function onPath(): string {
    const folder = makeFolder();
    const main = resolve('sdk/cli/main.ts');
    writeFileSync(join(folder, 'agate'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`, {
      mode: 0o755,
    });
    return `${folder}${delimiter}${process.env['PATH'] ?? ''}`;
  }

  test.skipIf(!isInstalled('bash'))('works in bash', () => {
    const script = `eval "$(agate completion bash)"
      COMP_WORDS=(agate sessions list --status re); COMP_CWORD=4; _agate; echo "\${COMPREPLY[@]}"
      COMP_WORDS=(agate tr); COMP_CWORD=1; _agate; echo "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile', '-c', script], {
      encoding: 'utf8',
      env: { PATH: onPath() },
    });
    expect([stdout, stderr]).toEqual(['retaken\ntrigger\n', '']);
  });

  test.skipIf(!isInstalled('zsh'))('works in zsh', () => {
    const script = `compdef() { :; }; compadd() { shift; print -l -- "$@"; }
      eval "$(agate completion zsh)"
      words=(agate sessions list --status re); CURRENT=5; _agate
      words=(agate tr); CURRENT=2; _agate`;
    const { stdout, stderr } = spawnSync('zsh', ['-fc', script], {
      encoding: 'utf8',
      env: { PATH: onPath() },
    });
    expect([stdout, stderr]).toEqual(['retaken\ntrigger\n', '']);
  });

  test.skipIf(!isInstalled('fish'))('works in fish', () => {
    const script = `agate completion fish | source; complete -C 'agate sessions list --status re'; complete -C 'agate tr'`;
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script], {
      encoding: 'utf8',
      env: { PATH: onPath(), HOME: makeFolder() },
    });
    expect([stdout, stderr]).toEqual(['retaken\ntrigger\n', '']);
  });
});
