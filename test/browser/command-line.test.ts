// Runs the SDK's command-line program, as described in docs/cli.md, against the service that `npm
// start` starts.
import type { ServerResponse } from 'node:http';
import { expect, inject, test, vi } from 'vitest';
import { SESSION_EVENT_TYPES } from '../../src/domain/integration/webhooks/event-types.ts';
import { Webhook } from 'standardwebhooks';
import { agate, readBody, SECRET, serve } from '../sdk/fake-service.ts';

const { base_url: service, tenant } = inject('demo');
const env = {
  AGATE_URL: service,
  AGATE_SECRET_KEY: tenant.test_secret_key,
  AGATE_WEBHOOK_SECRET: SECRET,
};
const call = (args: string[], until?: (lines: string[]) => boolean) =>
  agate(args, undefined, { env, ...(until !== undefined && { until }) });

test('agate doctor finds the service and accepts the key', async () => {
  const { code, out } = await call(['doctor']);
  expect([code, out.join('\n')]).toEqual([0, expect.stringContaining('✓ The key is accepted')]);
});

test.each(SESSION_EVENT_TYPES)(
  'agate trigger %s creates the event, agate listen forwards it, and agate sessions tail shows it',
  async (type) => {
    const userId = `cli-${crypto.randomUUID()}`;
    const received: { type: string; data: { external_user_id?: string } }[] = [];
    const receiver = await serve((request, response) => {
      const answer = async (to: ServerResponse): Promise<void> => {
        const body = await readBody(request);
        new Webhook(SECRET).verify(body, request.headers as Record<string, string>);
        received.push(JSON.parse(body) as (typeof received)[number]);
        to.writeHead(204).end();
      };
      void answer(response);
    });
    const isMine = () => received.some(({ data }) => data.external_user_id === userId);
    const listening = vi.fn<() => void>();
    const running = call(['listen', '--to', receiver, '--types', type], (lines) => {
      listening();
      return isMine() && lines.some((line) => line.includes('204 in'));
    });
    await vi.waitFor(() => expect(listening).toHaveBeenCalled(), 20_000);
    const triggered = await call(['trigger', type, '--user-id', userId]);
    expect([triggered.code, triggered.out[0]]).toEqual([
      0,
      expect.stringContaining(`${type}  xtk_`),
    ]);
    expect((await running).code).toBe(0);
    expect(received.find(({ data }) => data.external_user_id === userId)?.type).toBe(type);
    const { out } = await call(['sessions', 'tail', '--once', '--last', '100']);
    const [, token = ''] = /(xtk_[\w-]+)/.exec(triggered.out[0] ?? '') ?? [];
    expect(out.find((line) => line.includes(token))).toContain(`user ${userId}`);
  },
);

test('agate open creates a session and shows its link as a QR code', async () => {
  const { code, out } = await call(['open']);
  expect([code, out.at(-1)]).toEqual([0, expect.stringContaining(`${service}/v/xit_`)]);
  expect(out[0]).toMatch(/[█▄▀]/);
});

test('a key of another installation is recognised as such', async () => {
  const { code, said } = await agate(['doctor'], undefined, {
    env: { ...env, AGATE_SECRET_KEY: 'sk_test_of_another_installation' },
  });
  expect([code, said]).toEqual([1, expect.stringContaining('The key is not known here')]);
});

test('agate sessions, events and logs act on the service (P22)', async () => {
  const userId = `cli-${crypto.randomUUID()}`;
  const made = await call(['trigger', 'session.failed', '--user-id', userId, '--json']);
  const { token } = JSON.parse(made.out.join('')) as { token: string };
  const read = await call(['sessions', 'get', token]);
  expect([read.code, read.said]).toEqual([0, expect.stringContaining(`user ${userId}`)]);
  const canceled = await call(['sessions', 'cancel', token]);
  expect([canceled.code, canceled.said]).toEqual([1, expect.stringContaining('CONFLICT')]);
  const retaken = await call(['sessions', 'retake', token]);
  // A test session can never be retaken; test/sdk shows that a live one can.
  expect([retaken.code, retaken.said]).toEqual([1, expect.stringContaining('RETAKE_NOT_ALLOWED')]);
  const heard = await call(['listen', '--all', '--json'], (lines) =>
    lines.some((line) => line.includes(token)),
  );
  const { id } = JSON.parse(heard.out.find((line) => line.includes(token)) ?? '{}') as {
    id: string;
  };
  // The session's list row is written together with its event, so the session is listed by now.
  const listed = await call(['sessions', 'list', '--user-id', userId]);
  expect(listed.out.find((line) => line.includes(token))).toContain(`user ${userId}`);
  const resent = await call(['events', 'resend', id, '--json']);
  expect([resent.code, JSON.parse(resent.out.join(''))]).toMatchObject([0, { event_id: id }]);
  const logged = await call(['logs', 'tail', '--last', '100'], (lines) =>
    lines.some((line) => line.includes('/api/v1/events/{id}/resend')),
  );
  expect(logged.code).toBe(0);
});

test('agate trigger face_2fa.completed compares a face of the sandbox', async () => {
  const userId = `cli-${crypto.randomUUID()}`;
  for (const [end, passed] of [
    ['pass', true],
    ['fail', false],
  ] as const) {
    const { code, out } = await call([
      'trigger',
      'face_2fa.completed',
      '--user-id',
      userId,
      '--end',
      end,
    ]);
    expect([code, out]).toEqual([0, [expect.stringMatching(`passed: ${String(passed)}$`)]]);
  }
});
