// Wire shapes of age keys (D-154): the page's requests and their responses.
import { z } from '@hono/zod-openapi';
import { KEY_ACTS } from '../../domain/verification/rules/key/key-state.ts';

const act = z.enum(KEY_ACTS);

/** Part of the view: what can be done with an age key. */
export const KeyOfferView = z
  .object({
    act: act.openapi({
      description:
        '`use`: one answers this check. `make`: this check lets one be made. `forget`: one was made or has answered.',
    }),
    age: z.int().openapi({ description: 'What the key says, or has to say at least.' }),
  })
  .optional()
  .openapi({ description: 'An age key can be used, made or forgotten.' });

export const KeyWish = z
  .object({
    act,
    age: z.int().min(1).max(99).openapi({
      description: 'That of the view: the owner’s name for a new key.',
    }),
  })
  .openapi('HostedKeyWish');

export const KeyOptionsView = z
  .object({
    options: z
      .record(z.string(), z.unknown())
      .openapi({ description: '`publicKey` of `navigator.credentials`, as JSON.' }),
  })
  .openapi('HostedKeyOptions');

const response = z
  .record(z.string(), z.unknown())
  .openapi({ description: 'What `navigator.credentials` gave, as JSON.' });

export const KeyAnswerBody = z
  .object({ act: z.enum(['make', 'use']), response })
  .openapi('HostedKeyAnswer');

export const ForgetKeyBody = z.object({ response }).openapi('HostedForgottenKey');

export const ForgottenKeyView = z
  .object({ forgotten: z.boolean().openapi({ description: '`false`: there was no such key.' }) })
  .openapi('HostedKeyForgotten');
