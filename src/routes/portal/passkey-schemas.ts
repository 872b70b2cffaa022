// Request and response schemas for the passkey ceremonies, used by widget/portal only.
import { z } from '@hono/zod-openapi';

const MAX_TOKEN = 200;

export const Begin = z.object({
  form_token: z.string().max(MAX_TOKEN),
  /** The name that sites may see, for a sign-up only. */
  display_name: z.string().max(200).optional(),
});

export const Finish = z.object({
  form_token: z.string().max(MAX_TOKEN),
  ceremony: z.string().max(MAX_TOKEN),
  /** The browser's credential, as returned by WebAuthn's toJSON. */
  response: z.record(z.string(), z.unknown()),
  /** A path of this service to continue to. */
  continue: z.string().max(4096).optional(),
});

export const Begun = z.object({
  ceremony: z.string(),
  /** PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON. */
  options: z.record(z.string(), z.unknown()),
});

export const Finished = z.object({
  /** The path to continue to. */
  continue: z.string(),
});
