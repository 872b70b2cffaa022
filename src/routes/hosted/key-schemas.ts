// Request and response schemas for age keys (D-154).
import { z } from '@hono/zod-openapi';
import { KEY_ACTS } from '../../domain/verification/rules/key/key-state.ts';

const act = z.enum(KEY_ACTS);

/** The part of a session's view that states what can be done with an age key. */
export const KeyOfferView = z
  .object({
    act: act.openapi({
      description:
        '`use`: a key can complete this check. `make`: this check allows the creation of a key. `forget`: a key was created or has completed the check.',
    }),
    age: z.int().openapi({ description: 'Age that the key states, or the minimum it must state.' }),
  })
  .optional()
  .openapi({ description: 'Present if an age key can be used, created or deleted.' });

export const KeyRequest = z
  .object({
    act,
    age: z.int().min(1).max(99).openapi({
      description: 'Age from the view. The owner sees it in the name of a new key.',
    }),
  })
  .openapi('HostedKeyWish');

export const KeyOptionsView = z
  .object({
    options: z
      .record(z.string(), z.unknown())
      .openapi({ description: '`publicKey` option of `navigator.credentials`, as JSON.' }),
  })
  .openapi('HostedKeyOptions');

const response = z
  .record(z.string(), z.unknown())
  .openapi({ description: 'Response of `navigator.credentials`, as JSON.' });

export const KeyAnswerBody = z
  .object({ act: z.enum(['make', 'use']), response })
  .openapi('HostedKeyAnswer');

export const ForgetKeyBody = z.object({ response }).openapi('HostedForgottenKey');

export const ForgottenKeyView = z
  .object({ forgotten: z.boolean().openapi({ description: '`false`: the key does not exist.' }) })
  .openapi('HostedKeyForgotten');
