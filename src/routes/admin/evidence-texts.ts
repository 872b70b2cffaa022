// The schema of texts that operators write and every evidence pack contains. A regulator must see
// exactly what the operator typed.
import { z } from '@hono/zod-openapi';
import { findHidingCharacter } from '../../domain/terms/displayed-name.ts';
import { NO_CONTROLS, NO_CONTROLS_PATTERN } from '../../http/fields.ts';

/**
 * Returns the schema of one paragraph without invisible characters and without characters that hide
 * or reverse others.
 */
export const packText = (name: string, most: number) =>
  z
    .string({ error: `${name} is required.` })
    .trim()
    .min(1, `${name} is required.`)
    .max(most, `${name} must have at most ${most} characters.`)
    .regex(NO_CONTROLS, `${name} must not have control characters.`)
    .refine(
      (text) => findHidingCharacter(text) === undefined,
      `${name} must not have characters that hide others or turn them around.`,
    )
    .openapi({ pattern: NO_CONTROLS_PATTERN });
