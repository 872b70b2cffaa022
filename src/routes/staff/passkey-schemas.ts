// Request bodies of WebAuthn ceremonies (WebAuthn Level 3, 5.1.8 JSON forms); the library validates
// their contents.
import { z } from '@hono/zod-openapi';
import { AppError } from '../../errors.ts';

const base64url = z.string().regex(/^[\w-]+$/, 'must be base64url.');

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.looseObject({}).default({}),
};

export const AssertionBody = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.optional(),
    }),
  })
  .openapi('PasskeyAssertion');

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

export const AttestationBody = z
  .object({
    ...credential,
    name: z.string().trim().min(1).max(100).optional(),
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.enum(TRANSPORTS)).optional(),
    }),
  })
  .openapi('PasskeyAttestation');

/** `options` are the options for `navigator.credentials`, in their JSON form. */
export const Ceremony = z
  .object({
    session_id: z.string().openapi({ description: '`xwa_…`, single use, valid for five minutes.' }),
    options: z.record(z.string(), z.unknown()),
  })
  .openapi('PasskeyCeremony');

export const SessionIdHeader = z.object({
  'x-session-id': z.string().max(200).optional(),
});

export const SessionIdQuery = z.object({
  'X-Session-ID': z.string().max(200).optional(),
  session_id: z.string().max(200).optional(),
});

/** @throws AppError VALIDATION_FAILED when the session id is missing */
export function readSessionId(
  header: z.infer<typeof SessionIdHeader>,
  query: z.infer<typeof SessionIdQuery>,
): string {
  const found = header['x-session-id'] ?? query['X-Session-ID'] ?? query.session_id;
  if (found !== undefined && found !== '') return found;
  const message = 'X-Session-ID is required, as a header or in the query.';
  throw new AppError('VALIDATION_FAILED', message, {
    fields: [{ field: 'X-Session-ID', message }],
  });
}
