// The error that a failed API call throws, so that pages can explain the failure and what to do
// about it. The server's own messages are in English and use the API's names, so a page shows them
// below a sentence in the reader's language, never instead of it.

interface RefusedField {
  field: string;
  message: string;
}

export class CallError extends Error {
  /** The error code from the response's envelope; `OFFLINE` when there was no response. */
  readonly code: string;
  readonly status: number;
  /** The fields of the request body that the server refused. */
  readonly fields: readonly string[];
  /** The server's message for each refused field. */
  readonly details: readonly RefusedField[];
  /** The server's message for the call as a whole. */
  readonly said: string | undefined;
  /** The webhook receiver's reaction if it did not return the challenge. */
  readonly receiver: { reason: string; status?: number } | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: string, about: Partial<CallError> = {}) {
    super(code);
    this.name = 'CallError';
    this.code = code;
    this.status = about.status ?? 0;
    this.details = about.details ?? [];
    this.fields = this.details.map(({ field }) => field);
    this.said = about.said;
    this.receiver = about.receiver;
    this.requestId = about.requestId;
    this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

/** @returns `says` if the server refused this field */
export const faultOf = (error: unknown, field: string, says: string): string | undefined =>
  error instanceof CallError && error.fields.includes(field) ? says : undefined;

/** Whether any field was refused. */
export const hasFaults = (error: unknown): boolean =>
  error instanceof CallError && error.fields.length > 0;

interface ErrorBody {
  error?: Partial<Pick<CallError, 'code' | 'message' | 'details' | 'receiver'>>;
  meta?: { request_id?: string };
}

/** @param response a response that is not ok */
async function errorOf(response: Response): Promise<CallError> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const { code = 'INTERNAL_ERROR', message, details, receiver } = body.error ?? {};
  const wait = Number(response.headers.get('Retry-After'));
  return new CallError(code, {
    status: response.status,
    ...(details !== undefined && { details }),
    said: message,
    receiver,
    requestId: body.meta?.request_id,
    retryAfterSeconds: wait > 0 ? wait : undefined,
  });
}

/**
 * Calls fetch.
 * @throws CallError when there is no response, or when the response is an error
 */
export async function fetchOrThrow(input: Request): Promise<Response> {
  const response = await fetch(input).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new CallError('OFFLINE');
  });
  if (!response.ok) throw await errorOf(response);
  return response;
}
