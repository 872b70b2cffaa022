// Error classes of the SDK. Their messages are safe to log.
import type { WireError } from './wire.ts';

/**
 * The service's error codes; newer versions may add more. `UNEXPECTED_ANSWER` means that the
 * response did not come from the API.
 */
export type AgateErrorCode = WireError['error']['code'] | 'UNEXPECTED_ANSWER' | (string & {});

/**
 * What an endpoint did instead of returning the challenge, with the HTTP status if it responded.
 */
export type ReceiverAnswer = NonNullable<WireError['error']['receiver']>;

/** The service returned an error; branch on `code`, such as `INVALID_CALLBACK_URL`. */
export class AgateError extends Error {
  override readonly name = 'AgateError';
  readonly code: AgateErrorCode;
  readonly status: number;
  /** The id to quote in support requests. */
  readonly requestId: string | undefined;
  /** The invalid fields. */
  readonly details: readonly { field: string; message: string }[];

  /** What the endpoint did instead of returning the challenge, for `ENDPOINT_NOT_VERIFIED`. */
  readonly receiver: ReceiverAnswer | undefined;

  constructor(
    code: AgateErrorCode,
    message: string,
    status: number,
    requestId?: string,
    details: readonly { field: string; message: string }[] = [],
    receiver?: ReceiverAnswer,
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = details;
    this.receiver = receiver;
  }
}

/**
 * The service could not be reached or did not respond in time, even after any retries, or its keys
 * could not be loaded.
 */
export class AgateConnectionError extends Error {
  override readonly name = 'AgateConnectionError';
}

/** The webhook is not from the service, or its timestamp is too far from the current time. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * The token is not a valid age pass of the service, has expired, or is for too low an age or class.
 */
export class AgePassError extends Error {
  override readonly name = 'AgePassError';
}

/** The receipt differs from what the service signed, or belongs to a different session. */
export class ReceiptVerificationError extends Error {
  override readonly name = 'ReceiptVerificationError';
}
