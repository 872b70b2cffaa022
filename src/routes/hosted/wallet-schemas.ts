// Request and response schemas for a proof from a wallet (D-151).
import { z } from '@hono/zod-openapi';
import { API_PROTOCOLS } from '../../wallet/wallet-wire.ts';
import { WALLET_WAYS } from '../../domain/verification/rules/wallet/wallet-state.ts';

const CREDENTIAL_NAMES = ['eu_av', 'mdl', 'pid', 'pid_de'] as const;

/** The part of the view about a wallet, if the session accepts one. */
export const WalletView = z
  .object({
    gate: z.int().openapi({ description: 'Age that the wallet is asked to prove.' }),
    credentials: z.array(z.enum(CREDENTIAL_NAMES)).openapi({
      description:
        '`eu_av`: age attestation of the European Union. `mdl`: mobile driving licence. `pid`: identity card in a wallet of the European Union. `pid_de`: identity card in Germany’s wallet.',
    }),
    answers_left: z.int(),
    alone: z
      .literal(true)
      .optional()
      .openapi({ description: 'True if no other method is available.' }),
    awaits_return: z.literal(true).optional().openapi({
      description: 'True if an app on this device has answered and will lead back to the page.',
    }),
    refusal: z
      .object({
        code: z.string().openapi({ example: 'untrusted_issuer' }),
        reason: z.string().optional(),
        transcript: z
          .string()
          .optional()
          .openapi({ description: 'Session transcript of the service, hexadecimal.' }),
        audience: z.string().optional().openapi({
          description: 'Expected `aud` of an SD-JWT VC.',
        }),
        certificate: z.string().optional().openapi({ description: 'Subject of the certificate.' }),
        digest: z.string().optional(),
      })
      .optional()
      .openapi({
        description: 'Why the last answer proved nothing. Present for test sessions only.',
      }),
  })
  .optional()
  .openapi({
    description: 'Present while a wallet can be used in this session.',
  });

export const WalletOfferBody = z
  .object({
    credential: z.enum(CREDENTIAL_NAMES),
    gate: z.int().min(1).max(99).openapi({ description: 'Age from the view.' }),
    way: z.enum(WALLET_WAYS).openapi({
      description:
        '`browser`: W3C Digital Credentials. `same_device`: a link to an app. `other_device`: a code to scan.',
    }),
  })
  .openapi('HostedWalletWish');

export const WalletOfferView = z
  .object({
    requests: z
      .array(z.object({ protocol: z.enum(API_PROTOCOLS), data: z.record(z.string(), z.unknown()) }))
      .openapi({ description: '`digital.requests` for `navigator.credentials.get`.' }),
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
      description: 'Data from the browser: an object, or JSON text.',
    }),
  })
  .openapi('HostedWalletData');

const ByApp = z
  .strictObject({
    response_code: z
      .string()
      .regex(/^[\w-]{43}$/, 'response_code is not from this service.')
      .openapi({ description: 'Code with which an app on this device led the person back.' }),
  })
  .openapi('HostedWalletReturn');

export const WalletAnswerBody = z.union([ByBrowser, ByApp]).openapi('HostedWalletAnswer');
