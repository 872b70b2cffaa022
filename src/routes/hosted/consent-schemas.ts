// The request schemas for giving consent, including the terms that the page showed to the person.
import { z } from '@hono/zod-openapi';
import { MAX_TURNSTILE_TOKEN } from '../../domain/platform/bot-check/ask-turnstile.ts';
import { CONSENT_SCOPES } from '../../domain/verification/rules/session/consent-state.ts';
import { DOCUMENT_FIELDS } from '../../domain/verification/rules/document/document-state.ts';

/** A site's use of faces (D-100): comparing them with its blocked faces, and storing them. */
export const FaceTerms = z.object({
  compared: z.literal(true).optional(),
  kept_days: z.int().min(1).max(365).optional(),
});

export const ConsentBody = z
  .object({
    biometric: z.literal(true),
    notice: z
      .string()
      .max(20)
      .optional()
      .openapi({ description: 'Version of the privacy notice that was shown.' }),
    scopes: z.array(z.enum(CONSENT_SCOPES)).max(CONSENT_SCOPES.length).optional().openapi({
      description:
        'Consent scopes that the page named, as in the view. If absent, consent for documents is requested again before the first document picture.',
    }),
    document_fields: z
      .array(z.enum(DOCUMENT_FIELDS))
      .max(DOCUMENT_FIELDS.length)
      .optional()
      .openapi({
        description:
          'Document fields that the page listed as received by the site, as in the view. If absent, nothing is stored.',
      }),
    faces: FaceTerms.optional().openapi({
      description: 'Use of the face that the page stated, as in the view.',
    }),
    witness: z.string().min(1).max(MAX_TURNSTILE_TOKEN).optional().openapi({
      description: 'Turnstile token. Present if the view has `witness`.',
    }),
  })
  .openapi('HostedConsent');
