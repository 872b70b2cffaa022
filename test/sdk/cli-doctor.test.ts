// The findings of `agate doctor`.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../sdk/src/webhooks.ts';
import { agate, FakeService, readBody, SECRET, serve } from './fake-service.ts';

describe('agate doctor', () => {
  /** How a receiver responds; `dropped` closes the connection without a response. */
  type Answer = (
    verified: boolean,
    challenge: string,
  ) => [status: number, text: string] | 'dropped';
  const hook = (answer: Answer) =>
    serve((request, response) => void receive(request, response, answer));
  async function receive(request: IncomingMessage, response: ServerResponse, answer: Answer) {
    const body = await readBody(request);
    const verified = await verifyWebhook(body, request.headers, SECRET).then(
      () => true,
      () => false,
    );
    const { challenge } = JSON.parse(body) as { challenge: string };
    const given = answer(verified, challenge);
    if (given === 'dropped') return void request.socket.destroy();
    const [status, text] = given;
    response.writeHead(status, { Location: '/sign-in' }).end(text);
  }
  const ask = async (receiver: string) =>
    agate(['doctor', '--receiver', receiver], await new FakeService().start(), {
      env: { AGATE_WEBHOOK_SECRET: SECRET },
    });

  test('finds nothing when everything is right', async () => {
    const service = await new FakeService().start();
    const receiver = await hook((verified, challenge) => (verified ? [200, challenge] : [400, '']));
    const { code, out, notes } = await agate(
      ['doctor', '--send', '--receiver', receiver],
      service,
      {
        env: { AGATE_WEBHOOK_SECRET: SECRET },
      },
    );
    expect([code, notes]).toEqual([0, []]);
    expect(out.map((line) => line[0])).toEqual(Array.from({ length: 8 }, () => '✓'));
    service.endpoints = 0;
    service.readiness = { status: 'degraded', checks: { d1: 'ok', face: 'degraded' } };
    const less = await agate(['doctor', '--send'], service);
    expect(less.code).toBe(0);
    expect(less.said).toContain('– It works; its operator should look at: face');
    expect(less.said).toContain('– No endpoint of this mode');
  });

  test.each([
    ['key', { env: { AGATE_SECRET_KEY: 'sk_test_other' } }, 'The key is not known here'],
    ['setting', { env: { AGATE_SECRET_KEY: '' } }, '✗ AGATE_SECRET_KEY is not set'],
    [
      'address',
      { env: { AGATE_URL: 'http://127.0.0.1:9' } },
      'does not answer. Is AGATE_URL right',
    ],
    ['clock', { skewMs: 10 * 60_000 }, 's ahead: webhooks are refused as too old.'],
  ])('explains how to mend the %s, and exits with 1', async (_, world, message) => {
    const { code, said } = await agate(['doctor'], await new FakeService().start(), world);
    expect(code).toBe(1);
    expect(said).toContain(message);
    expect(said).toContain('One thing is wrong.');
  });

  test.each<[string, ReturnType<Answer>]>([
    ['gave no answer', 'dropped'],
    ['answered 302', [302, '']],
  ])('does not claim that a receiver which %s accepts a wrong signature', async (what, wrong) => {
    const { code, said } = await ask(
      await hook((verified, challenge) => (verified ? [200, challenge] : wrong)),
    );
    expect(said).toContain(
      `– It is unclear whether the receiver refuses a wrong signature: it ${what}`,
    );
    expect(said).not.toContain('accepts');
    expect(code).toBe(0);
  });

  test.each<[string, (challenge: string) => object | string]>([
    ['a JSON string', (challenge) => challenge],
    ['an object with the challenge alone', (challenge) => ({ challenge })],
  ])('accepts %s, as the service does (D-140)', async (_, wrap) => {
    const { code, said } = await ask(
      await hook((verified, challenge) =>
        verified ? [200, JSON.stringify(wrap(challenge))] : [400, ''],
      ),
    );
    expect([code, said.includes('✓ The receiver answers the challenge')]).toEqual([0, true]);
  });

  test('refuses a receiver that echoes the request', async () => {
    const { code, said } = await ask(
      await hook((verified, challenge) =>
        verified ? [200, JSON.stringify({ type: 'endpoint.challenge', challenge })] : [400, ''],
      ),
    );
    expect(said).toContain('without its `challenge` as the whole body');
    expect(code).toBe(1);
  });

  test('finds the faults of a receiver', async () => {
    const parsed = await ask(await hook(() => [401, '']));
    expect(parsed.said).toContain('answers 401 to a correctly signed challenge');
    const silent = await ask(await hook((verified) => (verified ? [200, 'ok'] : [400, ''])));
    expect(silent.said).toContain('without its `challenge` as the whole body');
    const open = await ask(await hook((_verified, challenge) => [200, challenge]));
    expect(open.said).toContain('✗ The receiver accepts a wrong signature');
    const away = await ask('http://127.0.0.1:9/hook');
    expect(away.said).toContain('127.0.0.1:9 does not answer');
    for (const { code } of [parsed, silent, open, away]) expect(code).toBe(1);
    const unset = await agate(
      ['doctor', '--receiver', 'http://127.0.0.1:9'],
      await new FakeService().start(),
    );
    expect(unset.said).toContain('AGATE_WEBHOOK_SECRET is not set');
  });
});
