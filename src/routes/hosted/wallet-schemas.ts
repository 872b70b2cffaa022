// Wire shapes of a proof from a wallet (D-151): the page's requests and their responses.
import { z } from '@hono/zod-openapi';
import { API_PROTOCOLS } from '../../wallet/wallet-wire.ts';
import { WALLET_WAYS } from '../../domain/verification/rules/wallet/wallet-state.ts';

const CREDENTIAL_NAMES = ['eu_av', 'mdl', 'pid', 'pid_de'] as const;

/** The view's part about a wallet, where the session accepts one. */
export const WalletView = z
  .object({
    gate: z.int().openapi({ description: 'The age that a wallet is asked about.' }),
    credentials: z.array(z.enum(CREDENTIAL_NAMES)).openapi({
      description:
        '`eu_av`: the age attestation of the European Union. `mdl`: a mobile driving licence. `pid`, `pid_de`: an identity card in a wallet of the European Union, and Germany’s.',
    }),
    answers_left: z.int(),
    alone: z.literal(true).optional().openapi({ description: 'There is no other way.' }),
    awaits_return: z.literal(true).optional().openapi({
      description: 'An app on this device has answered; it leads back to the page.',
    }),
    refusal: z
      .object({
        code: z.string().openapi({ example: 'untrusted_issuer' }),
        reason: z.string().optional(),
        transcript: z.string().optional().openapi({ description: 'As we made it, hexadecimal.' }),
        audience: z.string().optional().openapi({
          description: 'Of an SD-JWT VC, what `aud` has to be.',
        }),
        certificate: z.string().optional().openapi({ description: 'Its subject.' }),
        digest: z.string().optional(),
      })
      .optional()
      .openapi({ description: 'Why the last answer proved nothing. Of test sessions only.' }),
  })
  .optional()
  .openapi({
    description: 'While a wallet can be asked. Absent: not by this session, or not now.',
  });

export const WalletOfferBody = z
  .object({
    credential: z.enum(CREDENTIAL_NAMES),
    gate: z.int().min(1).max(99).openapi({ description: 'That of the view.' }),
    way: z.enum(WALLET_WAYS).openapi({
      description:
        '`browser`: by W3C Digital Credentials. `same_device`: a link to an app. `other_device`: a code to scan.',
    }),
  })
  .openapi('HostedWalletWish');

export const WalletOfferView = z
  .object({
    requests: z
      .array(z.object({ protocol: z.enum(API_PROTOCOLS), data: z.record(z.string(), z.unknown()) }))
      .openapi({ description: '`digital.requests` of `navigator.credentials.get`.' }),
    links: z.object({
      av: z.string().optional(),
      openid4vp: z.string().optional(),
      encrypted: z.string().optional(),
    }),
    expires_in_ms: z.int(),
  })
  .openapi('HostedWalletOffer');

const ByBrowser = z
  .strictObject({
    protocol: z.string().max(64),
    data: z.union([z.string(), z.record(z.string(), z.unknown())]).openapi({
      description: 'As the browser gave it: an object, or JSON text.',
    }),
  })
  .openapi('HostedWalletData');

const ByApp = z
  .strictObject({
    response_code: z
      .string()
      .regex(/^[\w-]{43}$/, 'response_code is none of ours.')
      .openapi({ description: 'That an app on this device has brought the person back with.' }),
  })
  .openapi('HostedWalletReturn');

export const WalletAnswerBody = z.union([ByBrowser, ByApp]).openapi('HostedWalletAnswer');
