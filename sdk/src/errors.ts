// What can go wrong, as errors to branch on. Their messages are safe to log.
import type { WireError } from './wire.ts';

/** Why the service refused. A newer service may know more; `UNEXPECTED_ANSWER` is not from it at all. */
export type AgateErrorCode = WireError['error']['code'] | 'UNEXPECTED_ANSWER' | (string & {});

/** The service refused; branch on `code`, such as `INVALID_CALLBACK_URL`. */
export class AgateError extends Error {
  override readonly name = 'AgateError';
  readonly code: AgateErrorCode;
  readonly status: number;
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** Fields at fault. */
  readonly details: readonly { field: string; message: string }[];

  constructor(
    code: AgateErrorCode,
    message: string,
    status: number,
    requestId?: string,
    details: readonly { field: string; message: string }[] = [],
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = details;
  }
}

/** No answer came, in time or at all, however often it was asked for. */
export class AgateConnectionError extends Error {
  override readonly name = 'AgateConnectionError';
}

/** A webhook that is not from the service, or too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}
