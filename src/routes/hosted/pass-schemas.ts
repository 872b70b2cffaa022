// The part of a session's view about age passes (D-152).
import { z } from '@hono/zod-openapi';
import { PASS_CLASSES } from '../../domain/terms/pass-class.ts';

const passClass = z.enum(PASS_CLASSES);

const wanted = z.object({
  min_age: z.int(),
  class: passClass.openapi({ description: '`standard`: a pass of either class.' }),
  since: z.string().openapi({
    description: 'The oldest month that is taken.',
    example: '2026-11',
  }),
});

/** Part of the view: the passes that answer this check, and those that it grants. */
export const WantedPassView = wanted.optional().openapi({ description: 'An age pass can answer.' });

export const OfferedPassesView = z
  .object({ bracket: z.string().openapi({ example: '18+' }), class: passClass })
  .optional()
  .openapi({ description: 'Ten age passes can be taken, once.' });

/**
 * The data that a window may read of the session for which it shows a pass: no address of the site,
 * and nothing about the person.
 */
export const PassWindowView = z
  .object({
    state: z.enum(['open', 'answered', 'taken', 'over']).openapi({
      description:
        '`open`: a pass answers, or passes can be taken. `over`: neither, since the check has ended otherwise.',
    }),
    site: z.string(),
    pass: WantedPassView,
    passes: OfferedPassesView,
  })
  .openapi('HostedPassWindowView');
