// The errors that end a request. HTTP statuses are not defined here: http/error-status.ts maps the
// codes to them.

export type ErrorCode =
  | 'VALIDATION_FAILED'
  | 'INVALID_REQUEST'
  | 'INVALID_API_VERSION'
  | 'MISSING_CALLBACK_URL'
  | 'INVALID_CALLBACK_URL'
  | 'INVALID_MIN_AGE'
  | 'INVALID_PURPOSE'
  | 'INVALID_VERIFICATION_MODE'
  | 'INVALID_LIVENESS_DIFFICULTY'
  | 'INVALID_USER_ID'
  | 'INVALID_ACCEPT'
  | 'POLICY_UNSATISFIABLE'
  | 'INVALID_CODE'
  | 'INVALID_PICTURE'
  | 'INVALID_DOCUMENT'
  | 'INVALID_TOKEN'
  | 'KEY_INVALID'
  | 'PASS_INVALID'
  | 'PASS_SPENT'
  | 'PASSES_ALREADY_TAKEN'
  | 'PASSES_NOT_FOR_THIS_SESSION'
  | 'UNAUTHORIZED'
  | 'INVALID_CREDENTIALS'
  | 'FORBIDDEN'
  | 'SECRET_KEY_REQUIRED'
  | 'FRESH_SIGN_IN_REQUIRED'
  | 'FACE_REQUIRED'
  | 'BROWSER_UNCONFIRMED'
  | 'SECOND_FACTOR_REQUIRED'
  | 'SSO_REQUIRED'
  | 'EMAIL_NOT_VERIFIED'
  | 'ENDPOINT_NOT_VERIFIED'
  | 'ACCOUNT_SUSPENDED'
  | 'TENANT_SUSPENDED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'SESSION_OPENED_ELSEWHERE'
  | 'SESSION_OF_OTHER_BROWSER'
  | 'SESSION_ON_OTHER_DEVICE'
  | 'SESSION_RETAKEN'
  | 'SESSION_HAS_NO_FACE_DATA'
  | 'SESSION_FACE_DATA_EXPIRED'
  | 'RETAKE_NOT_ALLOWED'
  | 'RETAKE_LIMIT_EXCEEDED'
  | 'PAYLOAD_TOO_LARGE'
  | 'MISDIRECTED_REQUEST'
  | 'IDEMPOTENCY_KEY_MISMATCH'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL_ERROR'
  | 'UNAVAILABLE';

export interface FieldError {
  field: string;
  message: string;
}

/** The reasons why a webhook receiver has not returned its challenge (D-140). */
export const RECEIVER_FAULTS = [
  'url_not_allowed',
  'secret_unreadable',
  'no_connection',
  'certificate',
  'timeout',
  'redirect',
  'wrong_status',
  'empty_body',
  'other_body',
] as const;
export type ReceiverFault = (typeof RECEIVER_FAULTS)[number];

interface ReceiverAnswer {
  reason: ReceiverFault;
  /** The status of the receiver's response, if there was one. */
  status?: number;
}

/**
 * Details of a rate-limit error: how long to wait, and the limit itself, which is `limit` per
 * `windowSeconds`.
 */
interface Refusal {
  retryAfterSeconds: number;
  policy: string;
  limit: number;
  windowSeconds: number;
}

interface AppErrorOptions {
  fields?: FieldError[];
  refusal?: Refusal;
  /** The number of seconds until a retry may succeed; a time in `refusal` takes precedence. */
  retryAfterSeconds?: number;
  allow?: string[];
  /** The receiver's response, for ENDPOINT_NOT_VERIFIED. */
  receiver?: ReceiverAnswer;
  cause?: unknown;
}

/** Ends a request: `message` is sent to the caller; `cause` never leaves the process. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldError[] | undefined;
  readonly refusal: Refusal | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string[] | undefined;
  readonly receiver: ReceiverAnswer | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields;
    this.refusal = options.refusal;
    this.retryAfterSeconds = options.refusal?.retryAfterSeconds ?? options.retryAfterSeconds;
    this.allow = options.allow;
    this.receiver = options.receiver;
  }
}

/** The keywords of RFC 7644 3.12, table 9, that the service uses. */
type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/**
 * Ends a request from a customer's directory: `uniqueness` means a conflict with an existing
 * resource; any other type means an error in the request.
 */
export class ScimError extends AppError {
  readonly scimType: ScimType;

  constructor(scimType: ScimType, message: string) {
    super(scimType === 'uniqueness' ? 'CONFLICT' : 'VALIDATION_FAILED', message);
    this.scimType = scimType;
  }
}

/**
 * The error for a link that has already been used. Callers who cannot prove that the link was
 * theirs get only this error (D-136).
 */
export class UsedLink extends AppError {
  constructor() {
    super(
      'INVALID_TOKEN',
      'This link has already been used, and its step is complete. Sign in to continue.',
    );
  }
}

/**
 * Returns the same 404 for every token that is unknown or malformed, or that belongs to another
 * customer or mode.
 */
export const notFound = (): AppError => new AppError('NOT_FOUND', 'There is nothing here.');

/** Returns the error for staff members whose role lacks the permission. */
export const roleForbids = (): AppError =>
  new AppError('FORBIDDEN', 'Your role does not allow this.');

/** Returns the error for a customer's keys and staff while the customer is suspended (D-116). */
export const tenantSuspended = (): AppError =>
  new AppError(
    'TENANT_SUSPENDED',
    'This customer is suspended. Please contact the operator of this service.',
  );

/**
 * Returns the error for staff who must sign in with the identity provider of their group (D-159,
 * D-162).
 */
export const ssoRequired = (): AppError =>
  new AppError('SSO_REQUIRED', 'Your company requires single sign-on. Please sign in that way.');

const RETRY_AFTER_SECONDS = 10;

/** Returns the error for calls that need the database while the database is unavailable (D-71). */
export const unavailable = (cause: unknown): AppError =>
  new AppError('UNAVAILABLE', 'This is not available right now. Please try again shortly.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });

/**
 * Codes defined in RFC 6749 5.2, RFC 6750 3.1 (spec 7.1), RFC 8628 3.5, RFC 9449 5 and RFC 9470 3,
 * and in RFC 9126 2.3 for pushed requests.
 */
export type OAuthErrorCode =
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'invalid_dpop_proof'
  | 'unauthorized_client'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'insufficient_user_authentication'
  | RequestErrorCode;

/**
 * Codes for faults in an authorization request, and for the reasons why it can fail: RFC 6749
 * 4.1.2.1, OIDC Core 3.1.2.6, OpenID Connect Core Error Code unmet_authentication_requirements 1.0,
 * RFC 9101 6, RFC 9396 5.
 */
export type RequestErrorCode =
  | 'invalid_request'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'login_required'
  | 'consent_required'
  | 'unmet_authentication_requirements'
  | 'invalid_request_object'
  | 'invalid_authorization_details'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'registration_not_supported';

interface OAuthErrorOptions {
  scheme?: 'Bearer' | 'DPoP' | undefined;
  maxAgeSeconds?: number;
}

/**
 * Ends a request to the token endpoints; `message` is sent as the `error_description`, so it must
 * be plain ASCII without quotes.
 */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  /** The scheme of the request's access token. */
  readonly scheme: 'Bearer' | 'DPoP' | undefined;
  /** The maximum age of the sign-in, for insufficient_user_authentication. */
  readonly maxAgeSeconds: number | undefined;

  constructor(
    code: OAuthErrorCode,
    message: string,
    { scheme, maxAgeSeconds }: OAuthErrorOptions = {},
  ) {
    super(message);
    this.name = 'OAuthError';
    this.code = code;
    this.scheme = scheme;
    this.maxAgeSeconds = maxAgeSeconds;
  }
}
