// Wire shapes of the ways in which a session can be answered (D-157).
import { z } from '@hono/zod-openapi';
import { ACCEPT_METHODS } from '../../domain/verification/rules/methods.ts';
import { CHOSEN_WAYS } from '../../domain/verification/rules/opening/ways.ts';

/** Of the view, at the consent. */
export const WaysView = z
  .object({
    order: z.array(z.enum(ACCEPT_METHODS)).openapi({
      description: 'All that this session takes, whether or not the visitor has it.',
    }),
    chosen: z.enum(CHOSEN_WAYS).optional().openapi({
      description: 'A document may be shown at once: which of the two is chosen.',
    }),
  })
  .optional()
  .openapi({ description: 'The ways to answer, in the order in which the page offers them.' });

export const WayBody = z.object({ way: z.enum(CHOSEN_WAYS) }).openapi('HostedWay');
