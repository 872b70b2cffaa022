// Public API of the package.
export {
  Agate,
  type AgateEvent,
  type EventsRequest,
  type Verification,
  type VerificationRequest,
  type VerificationResult,
} from './agate.ts';
export {
  AgateConnectionError,
  AgateError,
  WebhookVerificationError,
  type AgateErrorCode,
} from './errors.ts';
export type { AgateOptions } from './transport.ts';
export type { HeaderSource } from './webhooks.ts';
