// Public API of the package.
export { Agate } from './agate.ts';
export type {
  BlacklistEntry,
  BlacklistOutlook,
  BlockedImage,
  BlockedSession,
  BlockReason,
} from './blacklist.ts';
export {
  AgateDashboard,
  type AgateDashboardOptions,
  type OAuthClientRegistration,
  type WebhookRegistration,
  type OAuthClient,
  type OAuthClientChanges,
  type OAuthClientWithSecret,
  type Webhook,
  type WebhookAttempt,
  type WebhookChanges,
  type WebhookDelivery,
  type WebhookWithSecret,
} from './dashboard.ts';
export {
  AgateConnectionError,
  AgePassError,
  AgateError,
  ReceiptVerificationError,
  WebhookVerificationError,
  type AgateErrorCode,
  type ReceiverAnswer,
} from './errors.ts';
export type {
  AgateEvent,
  AgateFaceEvent,
  AgateSessionEvent,
  EventsRequest,
  ResentEvent,
  SentWebhookTest,
  WebhookTest,
} from './events.ts';
export type {
  FaceAccepted,
  FaceChallenge,
  FaceRequest,
  FaceSession,
  FaceSessionRequest,
  FaceUser,
} from './faces.ts';
export {
  fetchPassDirectory,
  passChallengeHeader,
  verifyAgePass,
  type AgePass,
  type PassDemand,
  type PassDirectory,
  type RedeemedPass,
} from './passes.ts';
export {
  verifyReceipt,
  type DeletionReceipt,
  type ReceiptKeys,
  type ReceiptTrust,
} from './receipts.ts';
export type { RequestLine, RequestLog } from './requests.ts';
export type { SandboxOutcome } from './sandbox.ts';
export type { AgateOptions, ConnectionOptions } from './transport.ts';
export type {
  ListedVerification,
  Retake,
  Verification,
  VerificationDetail,
  VerificationFilter,
  VerificationRequest,
  VerificationResult,
} from './verifications.ts';
export { visitorRegionOf, type VisitorRegion } from './visitor-region.ts';
export {
  expressWebhook,
  honoWebhook,
  webhookHandler,
  type WebhookOptions,
} from './webhook-handlers.ts';
export type { EndpointChallenge, HeaderSource } from './webhooks.ts';
