// Request and response schemas for the ways to complete a session (D-156).
import { z } from '@hono/zod-openapi';
import { ACCEPT_METHODS } from '../../domain/verification/rules/methods.ts';
import { CHOSEN_WAYS } from '../../domain/verification/rules/opening/ways.ts';
import { KeyOfferView } from './key-schemas.ts';
import { OfferedPassesView, WantedPassView } from './pass-schemas.ts';
import { WalletView } from './wallet-schemas.ts';

/** The part of the view about the accepted methods, at the consent step. */
const WaysView = z
  .object({
    order: z.array(z.enum(ACCEPT_METHODS)).openapi({
      description:
        'All methods that this session accepts, whether or not the visitor can use them.',
    }),
    chosen: z.enum(CHOSEN_WAYS).optional().openapi({
      description:
        'The chosen one of the two methods, if a document may be presented without an estimate.',
    }),
  })
  .optional()
  .openapi({ description: 'Methods in the order in which the page offers them.' });

/** Members of the view about proofs that work without a camera, and about what a check grants. */
export const OTHER_WAYS = {
  wallet: WalletView,
  ways: WaysView,
  pass: WantedPassView,
  passes: OfferedPassesView,
  key: KeyOfferView,
};

export const WayBody = z.object({ way: z.enum(CHOSEN_WAYS) }).openapi('HostedWay');
