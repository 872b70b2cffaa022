// The part of a session's view about age passes (D-152).
import { z } from '@hono/zod-openapi';
import { PASS_CLASSES } from '../../domain/terms/pass-class.ts';

const passClass = z.enum(PASS_CLASSES);

const wanted = z.object({
  min_age: z.int(),
  class: passClass.openapi({ description: 'Minimum class. `standard`: a pass of either class.' }),
  since: z.string().openapi({
    description: 'The oldest month that is accepted.',
    example: '2026-11',
  }),
});

/** The part of the view about the passes that can complete this check. */
export const WantedPassView = wanted
  .optional()
  .openapi({ description: 'Present if an age pass can complete the check.' });

export const OfferedPassesView = z
  .object({ bracket: z.string().openapi({ example: '18+' }), class: passClass })
  .optional()
  .openapi({ description: 'Present if ten age passes can be issued, once.' });

/**
 * The data that a pass window may read about its session. It contains neither the address of the
 * site nor anything about the person.
 */
export const PassWindowView = z
  .object({
    state: z.enum(['open', 'answered', 'taken', 'over']).openapi({
      description:
        '`open`: a pass can complete the check, or passes can be issued. `over`: neither, because the check has ended in another way.',
    }),
    site: z.string(),
    pass: WantedPassView,
    passes: OfferedPassesView,
  })
  .openapi('HostedPassWindowView');
