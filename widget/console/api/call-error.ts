// What a call of the API fails with, so that pages can say why, and what to do.

export class CallError extends Error {
  /** Of the envelope; `OFFLINE` when nothing answered. */
  readonly code: string;
  readonly status: number;
  /** What is wrong with which field of the body. */
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: string, message: string, about: Partial<CallError> = {}) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.status = about.status ?? 0;
    this.fields = about.fields ?? {};
    this.requestId = about.requestId;
    this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

interface ErrorBody {
  error?: { code?: string; message?: string; details?: { field: string; message: string }[] };
  meta?: { request_id?: string };
}

/** @param response that is not ok */
async function errorOf(response: Response): Promise<CallError> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const { code = 'INTERNAL_ERROR', message = response.statusText, details = [] } = body.error ?? {};
  const wait = Number(response.headers.get('Retry-After'));
  return new CallError(code, message, {
    status: response.status,
    fields: Object.fromEntries(details.map((each) => [each.field, each.message])),
    requestId: body.meta?.request_id,
    retryAfterSeconds: wait > 0 ? wait : undefined,
  });
}

/** As fetch. @throws CallError when nothing answers, or when the answer is an error */
export async function fetchOrThrow(input: Request): Promise<Response> {
  const response = await fetch(input).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new CallError('OFFLINE', 'Nothing answered.');
  });
  if (!response.ok) throw await errorOf(response);
  return response;
}
