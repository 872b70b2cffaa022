// expressWebhook in Express itself, whose parsers consume the body. Express is installed only with
// the recipes, because it and its dependencies are too large for a devDependency of the project.
import { createRequire } from 'node:module';
import type { RequestListener } from 'node:http';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { NODE_RECIPES, prepare } from '../../scripts/recipes/recipes.ts';
import { expressWebhook } from '../../sdk/src/index.ts';
import { SECRET, serve, signedEvent } from './fake-service.ts';

type App = RequestListener & {
  use: (parser: unknown) => void;
  post: (path: string, ...handlers: unknown[]) => void;
};
type Express = (() => App) & { json: () => unknown; raw: (options: object) => unknown };

let express: Express;
beforeAll(async () => {
  const [recipe] = NODE_RECIPES;
  if (recipe === undefined) throw new Error('There is no recipe.');
  await prepare(recipe);
  express = createRequire(`${recipe.folder}/`)('express') as Express;
});

const EVENT = JSON.stringify({
  id: 'evt_1',
  type: 'session.success',
  note: 'größer'.repeat(9_000),
});
const onEvent = vi.fn<(event: object) => void>();
const handle = () => expressWebhook({ secret: SECRET, onEvent });

async function send(app: App, body: string, secret = SECRET): Promise<Response> {
  onEvent.mockReset();
  return fetch(`${await serve(app)}/webhooks/agate`, signedEvent(body, secret));
}

describe('expressWebhook in Express', () => {
  test.each([
    ['before any parser', () => [handle()]],
    ['behind express.raw', () => [express.raw({ type: 'application/json' }), handle()]],
  ])('accepts an event %s', async (_place, handlers) => {
    const app = express();
    app.post('/webhooks/agate', ...handlers());
    app.use(express.json());
    expect((await send(app, EVENT)).status).toBe(204);
    expect(onEvent).toHaveBeenCalledExactlyOnceWith(JSON.parse(EVENT), undefined);
  });

  test('behind express.json it handles nothing, and explains why', async () => {
    const app = express();
    app.use(express.json());
    app.post('/webhooks/agate', handle());
    const answer = await send(app, '{"id":"evt_1","type":"session.success"}');
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('parsed')]);
    expect(onEvent).not.toHaveBeenCalled();
  });

  test('answers the challenge of a new endpoint, and refuses requests that are not signed with the secret', async () => {
    const app = express();
    app.post('/webhooks/agate', handle());
    const challenge = JSON.stringify({ type: 'endpoint.challenge', challenge: 'abc' });
    expect(await (await send(app, challenge)).text()).toBe('abc');
    const other = `whsec_${Buffer.from('y'.repeat(32)).toString('base64')}`;
    expect((await send(app, EVENT, other)).status).toBe(400);
    expect(onEvent).not.toHaveBeenCalled();
  });
});
