// What the view of a session says of age passes (D-152).
import { z } from '@hono/zod-openapi';
import { PASS_CLASSES } from '../../domain/terms/pass-class.ts';

const passClass = z.enum(PASS_CLASSES);

/** Of the view: what answers this check, and what it gives. */
export const WantedPassView = z
  .object({
    min_age: z.int(),
    class: passClass.openapi({ description: '`standard`: a pass of either class.' }),
    since: z.string().openapi({
      description: 'The oldest month that is taken.',
      example: '2026-11',
    }),
  })
  .optional()
  .openapi({ description: 'An age pass can answer.' });

export const OfferedPassesView = z
  .object({ bracket: z.string().openapi({ example: '18+' }), class: passClass })
  .optional()
  .openapi({ description: 'Ten age passes can be taken, once.' });
