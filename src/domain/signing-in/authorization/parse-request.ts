// Validates an authorization request. Pure. The caller decides where a fault is reported: nothing
// is sent to a site until its redirect URI is known to be registered (authorize.ts).
import { decodeJwt } from 'jose';
import type { RequestErrorCode } from '../../../errors.ts';
import type { AgeBracket } from '../../terms/age-bracket.ts';
import type { VerificationLevel } from '../../terms/age-proof.ts';
import { requiredLevel } from '../../terms/authentication.ts';
import {
  FEDCM_MODE,
  PROMPTS,
  RESPONSE_MODES,
  type AuthorizationRequest,
  type Prompt,
  type RequestFault,
  type ReturnAddress,
} from '../../openid/grants/authorization-request.ts';

/**
 * The parameters of OIDC Core 3.1.2.1 and 6, RFC 6749 4.1.1, RFC 7636 4.3, RFC 9449 10, RFC 9396 2
 * and Multiple Response Types 2.1.
 */
const AUTHORIZATION_PARAMETERS = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'dpop_jkt',
  'prompt',
  'max_age',
  'display',
  'login_hint',
  'ui_locales',
  'claims_locales',
  'id_token_hint',
  'acr_values',
  'claims',
  'request',
  'request_uri',
  'registration',
  'authorization_details',
] as const;

/** S-14: long enough for sites that store the state of a whole page in this parameter. */
const MAX_STATE_LENGTH = 4096;
const MAX_NONCE_LENGTH = 512;
/** Hints are optional, so a hint that is too long is ignored. */
const MAX_HINT_LENGTH = 320;
const MAX_ACR_VALUES = 10;

/** RFC 6749 3.3: tokens of printable ASCII without `"` and `\`, separated by single spaces. */
const SCOPE_SHAPE = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

interface Parameters<Name extends string> {
  /**
   * The parameter's decoded text; undefined when it is absent, empty (RFC 6749 3.1) or sent twice.
   */
  get(name: Name): string | undefined;
  /** Known parameters that were sent more than once, which RFC 6749 3.1 forbids (S-06). */
  repeated: Name[];
}

export type AuthorizationParameters = Parameters<(typeof AUTHORIZATION_PARAMETERS)[number]>;

type ParsedRequest =
  | { ok: true; request: AuthorizationRequest; idTokenHint?: string }
  | ({ ok: false } & RequestFault);

interface RequestingClient {
  id: string;
  /** The scopes that the client may request. */
  scopes: readonly string[];
  ageThresholds?: readonly AgeBracket[];
  pkceOptional?: boolean;
  nonceOptional?: boolean;
  refusesFace?: true;
  ownerFace?: true;
  defaultMaxAgeSeconds?: number;
  usesFedcm?: boolean;
}

/** RFC 9396 5: no type of authorization details is supported; sites request scopes instead. */
export const NO_DETAILS = 'authorization_details are not supported: request scopes instead.';

/** Stops validation at the first fault. */
class Refusal extends Error {
  readonly error: RequestErrorCode;

  constructor(error: RequestErrorCode, description: string) {
    super(description);
    this.error = error;
  }
}

/** @param encoded a query without its `?`, or a form's body */
export const readAuthorizationParameters = (encoded: string): AuthorizationParameters =>
  readParameters(encoded, AUTHORIZATION_PARAMETERS);

/** RFC 6749 3.1: parameters with other names are ignored, since extensions may send them. */
export function readParameters<Name extends string>(
  encoded: string,
  names: readonly Name[],
): Parameters<Name> {
  const sent = new URLSearchParams(encoded);
  const repeated = names.filter((name) => sent.getAll(name).length > 1);
  return {
    get: (name) => (repeated.includes(name) ? undefined : sent.get(name) || undefined),
    repeated,
  };
}

/** Reads where and how to respond, and the state to echo, even from an invalid request. */
export function returnAddress(
  parameters: AuthorizationParameters,
  client: Pick<RequestingClient, 'usesFedcm'>,
  redirectUri: string,
): ReturnAddress {
  const state = parameters.get('state');
  const isEchoed = state !== undefined && isEchoable(state);
  return { redirectUri, ...(isEchoed && { state }), ...readResponseMode(parameters, client) };
}

/**
 * @param client the client that registered `redirectUri`
 * @param service.levels the levels of age verification that the service supports
 * @returns the request, or its first fault, worded for the site (D-35)
 */
export function parseRequest(
  parameters: AuthorizationParameters,
  client: RequestingClient,
  redirectUri: string,
  { levels, nowMs }: { levels: readonly VerificationLevel[]; nowMs: number },
): ParsedRequest {
  const idTokenHint = parameters.get('id_token_hint');
  const parsed = refusing(() => {
    rejectRepeated(parameters);
    rejectUnsupported(parameters, client);
    const scope = readScope(parameters, client);
    return {
      clientId: client.id,
      redirectUri,
      scope,
      ...readState(parameters),
      ...readResponseMode(parameters, client),
      ...readNonce(parameters),
      ...readCodeChallenge(parameters, client),
      ...readKeyThumbprint(parameters),
      prompt: readPrompt(parameters),
      ...readMaxAge(parameters, client),
      ...readHints(parameters),
      ...readLevel(parameters, scope, levels),
      ...ofClient(client, scope),
      requestedAtMs: nowMs,
    };
  });
  return parsed.ok && idTokenHint !== undefined ? { ...parsed, idTokenHint } : parsed;
}

/**
 * Validates a device's request (RFC 8628 3.1). There is no browser to return to, so parameters
 * about redirects are ignored.
 * @param page the service's page that the person is sent to at the end
 * @param userCode the code that the device displays
 */
export function parseDeviceRequest(
  parameters: AuthorizationParameters,
  client: RequestingClient,
  { page, userCode }: { page: string; userCode: string },
  { levels, nowMs }: { levels: readonly VerificationLevel[]; nowMs: number },
): ParsedRequest {
  return refusing(() => {
    rejectRepeated(parameters);
    rejectObjects(parameters);
    const scope = readScope(parameters, client);
    return {
      clientId: client.id,
      redirectUri: page,
      userCode,
      scope,
      // RFC 8628 5.4: an earlier consent to the same client must not authorize another device.
      prompt: ['consent'],
      ...readMaxAge(parameters, client),
      ...readHints(parameters),
      ...readLevel(parameters, scope, levels),
      ...ofClient(client, scope),
      requestedAtMs: nowMs,
    };
  });
}

/** Copies the client's settings as they are at the time of the request. */
const ofClient = (client: RequestingClient, scope: readonly string[]) => ({
  ...(client.ageThresholds !== undefined && { ageThresholds: client.ageThresholds }),
  ...(client.refusesFace && { refusesFace: true as const }),
  ...(client.ownerFace && scope.includes('age_verification') && { ownerFace: true as const }),
});

function refusing(read: () => AuthorizationRequest): ParsedRequest {
  try {
    return { ok: true, request: read() };
  } catch (error) {
    if (error instanceof Refusal)
      return { ok: false, error: error.error, description: error.message };
    throw error;
  }
}

/** RFC 6749 3.1: request parameters must not be included more than once (S-06). */
function rejectRepeated({ repeated }: AuthorizationParameters): void {
  if (repeated.length > 0)
    throw new Refusal('invalid_request', `Sent more than once: ${repeated.join(', ')}.`);
}

/** Rejects request objects (S-08), flows other than the code flow, and unknown response modes. */
function rejectUnsupported(
  parameters: AuthorizationParameters,
  { usesFedcm }: RequestingClient,
): void {
  rejectObjects(parameters);
  const type = parameters.get('response_type');
  if (type === undefined) throw new Refusal('invalid_request', 'response_type is missing.');
  if (type !== 'code')
    throw new Refusal('unsupported_response_type', 'response_type must be code.');
  const mode = parameters.get('response_mode');
  const isKnown =
    mode === FEDCM_MODE ? usesFedcm === true : RESPONSE_MODES.some((one) => one === mode);
  if (mode !== undefined && !isKnown)
    throw new Refusal('invalid_request', `response_mode must be ${RESPONSE_MODES.join(' or ')}.`);
}

function rejectObjects(parameters: AuthorizationParameters): void {
  for (const name of ['request', 'request_uri', 'registration'] as const) {
    if (parameters.get(name) !== undefined)
      throw new Refusal(`${name}_not_supported`, `The parameter ${name} is not supported.`);
  }
  if (parameters.get('authorization_details') !== undefined)
    throw new Refusal('invalid_authorization_details', NO_DETAILS);
}

/**
 * Reads the response mode. Without the parameter, the mode in a request object is used, so that the
 * refusal of the object arrives in the mode that its sender expects. Trusting the unverified object
 * is safe: the sender could just as well have sent the mode as a parameter.
 */
function readResponseMode(
  parameters: AuthorizationParameters,
  { usesFedcm }: Pick<RequestingClient, 'usesFedcm'>,
): Pick<AuthorizationRequest, 'byForm' | 'byFedcm'> {
  const mode = parameters.get('response_mode') ?? responseModeIn(parameters.get('request'));
  if (mode === FEDCM_MODE && usesFedcm === true) return { byFedcm: true };
  return mode === 'form_post' ? { byForm: true } : {};
}

/** @returns the response mode in an unverified request object (OIDC Core 6.1), if any */
function responseModeIn(request = ''): unknown {
  try {
    return decodeJwt(request)['response_mode'];
  } catch {
    return undefined;
  }
}

/**
 * Reads the granted scopes. OIDC Core 3.1.2.1: a request without `openid` is not an OpenID Connect
 * request, and unknown scopes are ignored. Scopes that the client may not request are ignored as
 * well (D-61). The response lists the granted scopes (RFC 6749 5.1).
 */
function readScope(parameters: AuthorizationParameters, client: RequestingClient): string[] {
  const text = parameters.get('scope') ?? '';
  if (!SCOPE_SHAPE.test(text))
    throw new Refusal('invalid_scope', 'scope must be a list separated by single spaces.');
  const scope = [...new Set(text.split(' '))].filter((one) => client.scopes.includes(one));
  if (!scope.includes('openid')) throw new Refusal('invalid_scope', 'scope must contain openid.');
  return scope;
}

function readState(parameters: AuthorizationParameters): { state?: string } {
  const state = parameters.get('state');
  if (state === undefined) return {};
  if (!isEchoable(state))
    throw new Refusal(
      'invalid_request',
      `state must be UTF-8 of at most ${MAX_STATE_LENGTH} characters.`,
    );
  return { state };
}

/** Whether a state can be echoed unchanged: decoding replaced any invalid UTF-8 with U+FFFD. */
const isEchoable = (state: string): boolean =>
  state.length <= MAX_STATE_LENGTH && !state.includes('\ufffd');

function readNonce(parameters: AuthorizationParameters): { nonce?: string } {
  const nonce = parameters.get('nonce');
  if (nonce === undefined) return {};
  if (nonce.length > MAX_NONCE_LENGTH)
    throw new Refusal('invalid_request', `nonce is longer than ${MAX_NONCE_LENGTH} characters.`);
  return { nonce };
}

/**
 * Accepts only S256: a missing method means `plain` (RFC 7636 4.3), and anyone who saw such a
 * request could redeem the code (S-05).
 */
function readCodeChallenge(
  parameters: AuthorizationParameters,
  client: RequestingClient,
): { codeChallenge?: string } {
  const challenge = parameters.get('code_challenge');
  if (client.pkceOptional === true && sendsNoChallenge(parameters)) {
    // RFC 9700 2.1.1: without PKCE, the nonce ties a code to the browser that requested it.
    if (client.nonceOptional !== true && parameters.get('nonce') === undefined)
      throw new Refusal('invalid_request', 'A request without code_challenge needs a nonce.');
    return {};
  }
  if (challenge === undefined) throw new Refusal('invalid_request', 'code_challenge is missing.');
  if (parameters.get('code_challenge_method') !== 'S256')
    throw new Refusal('invalid_request', 'code_challenge_method must be S256.');
  if (!/^[\w-]{43}$/.test(challenge))
    throw new Refusal('invalid_request', 'code_challenge must be a SHA-256 hash in base64url.');
  return { codeChallenge: challenge };
}

const sendsNoChallenge = (parameters: AuthorizationParameters): boolean =>
  parameters.get('code_challenge') === undefined &&
  parameters.get('code_challenge_method') === undefined;

function readKeyThumbprint(parameters: AuthorizationParameters): { dpopJkt?: string } {
  const dpopJkt = parameters.get('dpop_jkt');
  if (dpopJkt === undefined) return {};
  if (!/^[\w-]{43}$/.test(dpopJkt))
    throw new Refusal('invalid_request', 'dpop_jkt must be a SHA-256 hash in base64url.');
  return { dpopJkt };
}

/** Reads a list of known values; `none` must be the only value (OIDC Core 3.1.2.1). */
function readPrompt(parameters: AuthorizationParameters): Prompt[] {
  const requested = new Set(parameters.get('prompt')?.split(' ').filter(Boolean));
  const known = PROMPTS.filter((prompt) => requested.has(prompt));
  if (known.length < requested.size)
    throw new Refusal('invalid_request', 'prompt has an unknown value.');
  if (known.length > 1 && requested.has('none'))
    throw new Refusal('invalid_request', 'prompt=none must be the only value.');
  return known;
}

function readMaxAge(
  parameters: AuthorizationParameters,
  { defaultMaxAgeSeconds }: RequestingClient,
): { maxAgeSeconds?: number } {
  const text = parameters.get('max_age');
  if (text === undefined)
    return defaultMaxAgeSeconds === undefined ? {} : { maxAgeSeconds: defaultMaxAgeSeconds };
  if (!/^\d{1,10}$/.test(text))
    throw new Refusal('invalid_request', 'max_age must be a whole number of seconds.');
  return { maxAgeSeconds: Number(text) };
}

/**
 * Reads the required level. In a request for an age, the levels of age verification in `acr_values`
 * are mandatory; in other requests they are only preferences, as authentication methods always are
 * (OIDC Core 3.1.2.1, 15.1). An unavailable level is refused like an essential `acr` (OIDC Core
 * 5.5.1.1), before anyone signs in.
 */
function readLevel(
  parameters: AuthorizationParameters,
  scope: readonly string[],
  levels: readonly VerificationLevel[],
): Pick<AuthorizationRequest, 'level'> {
  if (!scope.includes('age_verification')) return {};
  const level = requiredLevel(parameters.get('acr_values')?.split(' ') ?? [], levels);
  if (level === undefined) return {};
  if (level === 'unavailable')
    throw new Refusal(
      'unmet_authentication_requirements',
      'This service cannot verify an age at any level in acr_values yet.',
    );
  return { level };
}

function readHints(
  parameters: AuthorizationParameters,
): Pick<AuthorizationRequest, 'loginHint' | 'uiLocales' | 'acrValues'> {
  const [loginHint, uiLocales, acr] = (['login_hint', 'ui_locales', 'acr_values'] as const).map(
    (name) => {
      const text = parameters.get(name);
      return text === undefined || text.length > MAX_HINT_LENGTH ? undefined : text;
    },
  );
  const acrValues = acr?.split(' ').filter(Boolean).slice(0, MAX_ACR_VALUES);
  return {
    ...(loginHint !== undefined && { loginHint }),
    ...(uiLocales !== undefined && { uiLocales }),
    ...(acrValues !== undefined && { acrValues }),
  };
}
