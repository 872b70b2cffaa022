// Public API of the package.
export {
  Agate,
  type AgateEvent,
  type BlacklistEntry,
  type BlockedImage,
  type BlockedSession,
  type BlockReason,
  type EventsRequest,
  type FaceAccepted,
  type FaceSession,
  type FaceSessionRequest,
  type FaceChallenge,
  type FaceRequest,
  type FaceUser,
  type ListedVerification,
  type Retake,
  type Verification,
  type VerificationFilter,
  type VerificationRequest,
  type VerificationResult,
} from './agate.ts';
export {
  AgateConnectionError,
  AgateError,
  ReceiptVerificationError,
  WebhookVerificationError,
  type AgateErrorCode,
} from './errors.ts';
export {
  verifyReceipt,
  type DeletionReceipt,
  type ReceiptKeys,
  type ReceiptTrust,
} from './receipts.ts';
export type { AgateOptions } from './transport.ts';
export { visitorRegionOf, type VisitorRegion } from './visitor-region.ts';
export {
  expressWebhook,
  honoWebhook,
  webhookHandler,
  type WebhookOptions,
} from './webhook-handlers.ts';
export type { EndpointChallenge, HeaderSource } from './webhooks.ts';
