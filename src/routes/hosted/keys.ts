// Age keys (D-154): a challenge, the response that creates or uses a key, and the removal of a key.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { answerByKey } from '../../domain/verification/answer-by-key.ts';
import { askForKey, forgetAgeKey, makeAgeKey } from '../../domain/verification/keep-key.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireBrowserProof } from '../../http/auth/browser-cookie.ts';
import { succeed } from '../../http/envelope.ts';
import {
  ForgetKeyBody,
  ForgottenKeyView,
  KeyAnswerBody,
  KeyOptionsView,
  KeyRequest,
} from './key-schemas.ts';
import { answerOf, answerStep, browserPost, sessionPost } from './session-route.ts';

const ask = browserPost(
  '/key/options',
  {
    operationId: 'askForKey',
    summary: 'Request an age key challenge',
    description:
      'The challenge is valid for fifteen minutes, or until the check has been completed.',
  },
  KeyRequest,
  answerOf('Options for the browser.', KeyOptionsView),
);

const answer = sessionPost(
  '/key',
  'answerByKey',
  'Send a new age key, or the response of an existing one',
  KeyAnswerBody,
);

const forget = browserPost(
  '/key/forget',
  { operationId: 'forgetKey', summary: 'Delete an age key that proves possession' },
  ForgetKeyBody,
  answerOf('Whether the key existed.', ForgottenKeyView),
);

export function registerKeys(surface: OpenAPIHono<AppEnv>): void {
  surface.openapi(ask, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const { act, age } = c.req.valid('json');
    const asked = await askForKey(c.get('ctx'), proof, act, age);
    const options: object = 'creation' in asked ? asked.creation : asked.request;
    return c.json(succeed(c, { options: options as Record<string, string> }), 200);
  });

  surface.openapi(answer, (c) => {
    const { act, response } = c.req.valid('json');
    return answerStep(c, (ctx, proof) =>
      act === 'make' ? makeAgeKey(ctx, proof, response) : answerByKey(ctx, proof, response),
    );
  });

  surface.openapi(forget, async (c) => {
    const proof = requireBrowserProof(c, c.req.valid('param').id);
    const forgotten = await forgetAgeKey(c.get('ctx'), proof, c.req.valid('json').response);
    return c.json(succeed(c, { forgotten }), 200);
  });
}
