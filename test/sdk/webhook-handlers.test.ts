// The SDK's webhook handlers in the frameworks that customers use.
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Hono } from 'hono';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expressWebhook, honoWebhook, webhookHandler } from '../../sdk/src/index.ts';
import { readBody, SECRET, serve, signedEvent } from './fake-service.ts';

const EVENT = { id: 'evt_1', type: 'session.success' };
const BODY = JSON.stringify({ ...EVENT, note: 'größer' });

const signed = (body = BODY) => signedEvent(body);

const onEvent = vi.fn<(event: { id: string }, env: unknown) => unknown>();
beforeEach(() => void onEvent.mockReset());

type Ask = (init: RequestInit) => Promise<Response>;

const asNext: Ask = (init) =>
  webhookHandler({ secret: SECRET, onEvent })(new Request('https://a.example/', init));

const asWorker: Ask = async (init) => {
  const handle = webhookHandler<{ SECRET: string }>({ secret: (env) => env.SECRET, onEvent });
  return handle(new Request('https://a.example/', init), { SECRET });
};

const asHono: Ask = async (init) => {
  const app = new Hono<{ Bindings: { SECRET: string } }>();
  app.post('/', honoWebhook<{ SECRET: string }>({ secret: (env) => env.SECRET, onEvent }));
  return app.request('/', init, { SECRET });
};

const listen =
  (prepare: (request: IncomingMessage & { body?: unknown }) => Promise<void>): Ask =>
  async (init) => {
    const handle = expressWebhook({ secret: SECRET, onEvent });
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      await prepare(request);
      await handle(request, response);
    };
    return fetch(await serve((request, response) => void answer(request, response)), init);
  };

const asNode = listen(() => Promise.resolve());
const behindRaw = listen(async (request) => {
  request.body = Buffer.from(await readBody(request));
});
const behindJson = listen(async (request) => {
  request.body = JSON.parse(await readBody(request)) as unknown;
});

describe.each<[string, Ask]>([
  ['Next.js', asNext],
  ['a Worker', asWorker],
  ['Hono', asHono],
  ['node:http', asNode],
  ['Express behind express.raw', behindRaw],
])('a webhook in %s', (_, ask) => {
  test('is passed to the handler once it is verified, and answered with 204', async () => {
    expect((await ask(signed())).status).toBe(204);
    expect(onEvent.mock.calls.map(([event]) => event)).toEqual([JSON.parse(BODY)]);
  });

  test('that was changed gets 400, and is not passed on', async () => {
    const { status } = await ask({ ...signed(), body: BODY.replace('success', 'failed') });
    expect([status, onEvent.mock.calls]).toEqual([400, []]);
  });

  test('gets 500 when the handler fails, so that it is delivered again', async () => {
    onEvent.mockRejectedValue(new Error('secret detail'));
    const response = await ask(signed());
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('detail');
  });

  test('answers the challenge of a new endpoint', async () => {
    const challenge = { type: 'endpoint.challenge', challenge: 'c-1' };
    const response = await ask(signed(JSON.stringify(challenge)));
    expect([response.status, await response.text()]).toEqual([200, 'c-1']);
    expect(onEvent).not.toHaveBeenCalled();
  });
});

test('behind a JSON parser the response explains the problem, and the event is delivered again', async () => {
  const response = await behindJson(signed());
  expect([response.status, await response.text()]).toEqual([
    500,
    'The body was parsed before its signature could be checked.',
  ]);
});

test.each([
  [
    'breaks off',
    async function* () {
      yield 'half';
      throw new Error('aborted');
    },
  ],
  [
    'does not end',
    async function* () {
      for (;;) yield new Uint8Array(65_536);
    },
  ],
])(
  'a request that %s neither crashes the node:http server nor fills its memory',
  async (_how, body) => {
    const request = { headers: {}, [Symbol.asyncIterator]: body };
    const response = { statusCode: 0, setHeader: vi.fn<() => void>(), end: vi.fn<() => void>() };
    await expressWebhook({ secret: SECRET, onEvent })(request, response);
    expect([response.statusCode, onEvent.mock.calls]).toEqual([400, []]);
    expect(response.end).toHaveBeenCalledOnce();
  },
);

test('without a secret in the environment no event is handled', async () => {
  const handle = webhookHandler<{ SECRET?: string }>({ secret: ({ SECRET: own }) => own, onEvent });
  const response = await handle(new Request('https://a.example/', signed()), {});
  expect([response.status, onEvent.mock.calls]).toEqual([500, []]);
});
