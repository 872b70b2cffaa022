// Checks an authorization request, parameter by parameter. Pure. Who may be told what is wrong is the caller's
// business: nothing here is sent to the site before its redirect URI was found registered (authorize.ts).
import { PROMPTS, type AuthorizationRequest, type Prompt } from './request.ts';
import type { AuthorizationParameters } from './parameters.ts';
import type { RedirectError, ReturnAddress } from './redirect.ts';
import { splitScope } from '../terms/scope.ts';

/** S-14: long enough for sites that keep a whole page's state in it. */
const MAX_STATE_LENGTH = 4096;
const MAX_NONCE_LENGTH = 512;
/** Hints are help, not orders: an absurd one is dropped. */
const MAX_HINT_LENGTH = 320;
const MAX_ACR_VALUES = 10;

export type ParsedRequest =
  | { ok: true; request: AuthorizationRequest; idTokenHint?: string }
  | { ok: false; error: RedirectError; description: string };

interface RequestingClient {
  id: string;
  /** What it may ask for. */
  scopes: readonly string[];
}

/** Ends the checks at the first thing that is wrong. */
class Refusal extends Error {
  readonly error: RedirectError;

  constructor(error: RedirectError, description: string) {
    super(description);
    this.error = error;
  }
}

/** What may be said to the site even when the rest of its request is wrong: where to, and its own state. */
export function returnAddress(
  parameters: AuthorizationParameters,
  redirectUri: string,
): ReturnAddress {
  const state = parameters.get('state');
  return state === undefined || !isEchoable(state) ? { redirectUri } : { redirectUri, state };
}

/**
 * @param client whose registration has `redirectUri`
 * @returns the request, or the first thing wrong with it as the site shall hear it (decisions 4)
 */
export function parseRequest(
  parameters: AuthorizationParameters,
  client: RequestingClient,
  redirectUri: string,
  nowMs: number,
): ParsedRequest {
  try {
    rejectRepeated(parameters);
    rejectUnsupported(parameters);
    const idTokenHint = parameters.get('id_token_hint');
    const request: AuthorizationRequest = {
      clientId: client.id,
      redirectUri,
      scope: readScope(parameters, client),
      ...readState(parameters),
      ...readNonce(parameters),
      codeChallenge: readCodeChallenge(parameters),
      prompt: readPrompt(parameters),
      ...readMaxAge(parameters),
      ...readHints(parameters),
      requestedAtMs: nowMs,
    };
    return { ok: true, request, ...(idTokenHint !== undefined && { idTokenHint }) };
  } catch (error) {
    if (error instanceof Refusal)
      return { ok: false, error: error.error, description: error.message };
    throw error;
  }
}

function rejectRepeated({ repeated }: AuthorizationParameters): void {
  if (repeated.length > 0)
    throw new Refusal('invalid_request', `Sent more than once: ${repeated.join(', ')}.`);
}

/** Request objects would bring parameters from elsewhere; nothing is ever fetched for a request (S-08). */
function rejectUnsupported(parameters: AuthorizationParameters): void {
  for (const name of ['request', 'request_uri', 'registration'] as const) {
    if (parameters.get(name) !== undefined)
      throw new Refusal(`${name}_not_supported`, `The parameter ${name} is not supported.`);
  }
  const type = parameters.get('response_type');
  if (type === undefined) throw new Refusal('invalid_request', 'response_type is missing.');
  if (type !== 'code')
    throw new Refusal('unsupported_response_type', 'response_type must be code.');
  const mode = parameters.get('response_mode');
  if (mode !== undefined && mode !== 'query')
    throw new Refusal('invalid_request', 'response_mode must be query.');
}

function readScope(parameters: AuthorizationParameters, client: RequestingClient): string[] {
  const scope = splitScope(parameters.get('scope') ?? '');
  if (scope === undefined)
    throw new Refusal('invalid_scope', 'scope must be a list of scopes, one space between two.');
  if (!scope.every((one) => client.scopes.includes(one)))
    throw new Refusal('invalid_scope', 'scope names something this client may not ask for.');
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

/** What was not UTF-8 came out of decoding as U+FFFD, and could not be echoed as it came. */
const isEchoable = (state: string): boolean =>
  state.length <= MAX_STATE_LENGTH && !state.includes('\ufffd');

function readNonce(parameters: AuthorizationParameters): { nonce?: string } {
  const nonce = parameters.get('nonce');
  if (nonce === undefined) return {};
  if (nonce.length > MAX_NONCE_LENGTH)
    throw new Refusal('invalid_request', `nonce is longer than ${MAX_NONCE_LENGTH} characters.`);
  return { nonce };
}

/** S256 or nothing: a missing method would mean `plain` (RFC 7636 4.3), which proves nothing to us (S-05). */
function readCodeChallenge(parameters: AuthorizationParameters): string {
  const challenge = parameters.get('code_challenge');
  if (challenge === undefined) throw new Refusal('invalid_request', 'code_challenge is missing.');
  if (parameters.get('code_challenge_method') !== 'S256')
    throw new Refusal('invalid_request', 'code_challenge_method must be S256.');
  if (!/^[\w-]{43}$/.test(challenge))
    throw new Refusal('invalid_request', 'code_challenge must be a SHA-256 hash in base64url.');
  return challenge;
}

function readPrompt(parameters: AuthorizationParameters): Prompt[] {
  const asked = new Set(parameters.get('prompt')?.split(' ').filter(Boolean));
  const known = PROMPTS.filter((prompt) => asked.has(prompt));
  if (known.length < asked.size)
    throw new Refusal('invalid_request', 'prompt has a value that is not known.');
  if (known.length > 1 && asked.has('none'))
    throw new Refusal('invalid_request', 'prompt=none stands alone.');
  return known;
}

function readMaxAge(parameters: AuthorizationParameters): { maxAgeSeconds?: number } {
  const text = parameters.get('max_age');
  if (text === undefined) return {};
  if (!/^\d{1,10}$/.test(text))
    throw new Refusal('invalid_request', 'max_age must be a whole number of seconds.');
  return { maxAgeSeconds: Number(text) };
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
