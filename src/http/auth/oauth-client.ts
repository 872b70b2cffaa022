// Client authentication at the token endpoints: client_secret_basic or client_secret_post (spec
// 4.5), or private_key_jwt (D-153).
import type { Context as HonoContext } from 'hono';
import { decodeBase64 } from '../../crypto/encoding.ts';
import {
  ASSERTION_TYPE,
  clientNamedIn,
  useAssertion,
  verifyAssertion,
  type ClientAssertion,
} from '../../domain/openid/clients/client-assertion.ts';
import { authenticateClient, findClient } from '../../domain/openid/clients/client.ts';
import type { OAuthClient } from '../../domain/openid/clients/oauth-client.ts';
import type { Context } from '../../context.ts';
import { OAuthError } from '../../errors.ts';
import type { AppEnv } from '../app-env.ts';
import { clientNetwork } from '../client-address.ts';
import type { Form } from '../oauth-parameters.ts';
import { countFailedGuess, rejectKnownGuesser } from '../guess-limit.ts';

interface Credentials {
  id: string;
  secret: string;
}

/**
 * @throws OAuthError invalid_client, with the same message for a missing, unknown and wrong
 *   credential (S-42), and after authentication when the client's customer is suspended;
 *   invalid_request when the client uses two methods at once (RFC 6749 2.3); AppError
 *   TOO_MANY_REQUESTS when the guess limit per client and address is used up
 */
export async function requireClient(c: HonoContext<AppEnv>, form: Form): Promise<OAuthClient> {
  const { client, consumeAssertion } = await proveClient(c, form);
  await consumeAssertion();
  return client;
}

interface ProvenClient {
  client: OAuthClient;
  /**
   * Marks the assertion as used, with one call to a Durable Object; it does nothing for a client
   * that authenticated with a secret. It is a separate step, so that a route can run it in parallel
   * with other calls and still fail if the assertion is refused.
   * @throws OAuthError invalid_client when the assertion has been used before
   */
  consumeAssertion: () => Promise<void>;
}

/** Like requireClient, but does not mark an assertion as used. */
async function proveClient(c: HonoContext<AppEnv>, form: Form): Promise<ProvenClient> {
  const ctx = c.get('ctx');
  const assertion = readAssertion(c, form);
  if (assertion !== undefined) {
    const prove = () => verifyAssertion(ctx, assertion);
    const proven = await guess(c, clientNamedIn(assertion) ?? '', prove);
    if (form.get('client_id') !== undefined && form.get('client_id') !== proven.client.id)
      throw new OAuthError('invalid_request', 'client_id is not the client that authenticated.');
    rejectSuspended(proven.client);
    return { client: proven.client, consumeAssertion: () => consumeOnce(ctx, proven) };
  }
  const credentials = readCredentials(c, form);
  if (credentials === undefined) throw unknownClient();
  const { id, secret } = credentials;
  const client = await guess(c, id, () => authenticateClient(ctx, id, secret));
  return { client: rejectSuspended(client), consumeAssertion: async () => undefined };
}

async function consumeOnce(ctx: Context, assertion: ClientAssertion): Promise<void> {
  if (!(await useAssertion(ctx, assertion)))
    throw new OAuthError('invalid_client', 'The client assertion was used before.');
}

/**
 * @param prove resolves to undefined when the client is not authenticated
 * @throws OAuthError invalid_client when the client is not authenticated; AppError
 *   TOO_MANY_REQUESTS when the guess limit is used up
 */
async function guess<Proven>(
  c: HonoContext<AppEnv>,
  id: string,
  prove: () => Promise<Proven | undefined>,
): Promise<Proven> {
  const ctx = c.get('ctx');
  const limit = ctx.config.guessLimits.clientSecret;
  // Guesses are counted per client and address, so that guesses from one address cannot lock out
  // the client at a different address (S-55).
  const guesser = `${id.slice(0, 100)}:${clientNetwork(c)}`;
  rejectKnownGuesser(ctx, limit, guesser);
  const proven = await prove();
  if (proven !== undefined) return proven;
  // Unknown ids share one counter per address instead of having one each.
  const isKnown = (await findClient(ctx, id)) !== undefined;
  await countFailedGuess(ctx, limit, isKnown ? guesser : `unknown:${clientNetwork(c)}`);
  throw unknownClient();
}

/**
 * Reads a client assertion (RFC 7521 4.2).
 * @returns undefined when no assertion was sent
 */
function readAssertion(c: HonoContext<AppEnv>, form: Form): string | undefined {
  const [assertion, type] = [form.get('client_assertion'), form.get('client_assertion_type')];
  if (assertion === undefined && type === undefined) return undefined;
  if (c.req.header('Authorization') !== undefined || form.has('client_secret'))
    throw new OAuthError('invalid_request', 'The client authenticated in two ways at once.');
  if (assertion === undefined || type !== ASSERTION_TYPE)
    throw new OAuthError(
      'invalid_request',
      `client_assertion and client_assertion_type ${ASSERTION_TYPE} must be sent together.`,
    );
  return assertion;
}

/**
 * Like requireClient, except that a public client, which cannot keep a secret, only sends its id:
 * PKCE and the rotation of refresh tokens prove that it is the same client (D-105; RFC 6749 3.2.1).
 */
export async function requireTokenClient(c: HonoContext<AppEnv>, form: Form): Promise<OAuthClient> {
  const { client, consumeAssertion } = await proveTokenClient(c, form);
  await consumeAssertion();
  return client;
}

/** Like requireTokenClient, but does not mark an assertion as used. */
export async function proveTokenClient(c: HonoContext<AppEnv>, form: Form): Promise<ProvenClient> {
  const id = form.get('client_id');
  if (id === undefined || claimsToBeClient(c, form)) return proveClient(c, form);
  const client = await findClient(c.get('ctx'), id);
  if (client?.isPublic !== true) return proveClient(c, form);
  return { client: rejectSuspended(client), consumeAssertion: async () => undefined };
}

/**
 * Refuses a client whose customer is suspended. The client has already authenticated, so this does
 * not count as a guess, and the client may learn the reason (D-116).
 * @throws OAuthError invalid_client
 */
function rejectSuspended(client: OAuthClient): OAuthClient {
  if (client.isSuspended === true)
    throw new OAuthError('invalid_client', 'The customer of this client is suspended.');
  return client;
}

/** Whether the caller sent client credentials; a client_id alone does not count. */
export function claimsToBeClient(c: HonoContext<AppEnv>, form: Form): boolean {
  return (
    c.req.header('Authorization') !== undefined ||
    form.has('client_secret') ||
    form.has('client_assertion') ||
    form.has('client_assertion_type')
  );
}

const unknownClient = (): OAuthError =>
  new OAuthError('invalid_client', 'The client could not be authenticated.');

function readCredentials(c: HonoContext<AppEnv>, form: Form): Credentials | undefined {
  const header = c.req.header('Authorization');
  const id = form.get('client_id');
  const secret = form.get('client_secret');
  if (header === undefined)
    return id === undefined || secret === undefined ? undefined : { id, secret };
  if (secret !== undefined)
    throw new OAuthError('invalid_request', 'The client authenticated in two ways at once.');
  const basic = readBasic(header);
  if (basic === undefined) return undefined;
  if (id !== undefined && id !== basic.id)
    throw new OAuthError('invalid_request', 'client_id is not the client that authenticated.');
  return basic;
}

/**
 * Reads the id and secret, which are form-encoded, joined by a colon, and base64-encoded (RFC 6749
 * 2.3.1, appendix B). Any other encoding counts as no credentials (S-41).
 */
function readBasic(header: string): Credentials | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? [];
  if (encoded === undefined || encoded.length % 4 !== 0) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      decodeBase64(encoded),
    );
    const colon = text.indexOf(':');
    if (colon < 1 || colon === text.length - 1) return undefined;
    return {
      id: decodeFormPart(text.slice(0, colon)),
      secret: decodeFormPart(text.slice(colon + 1)),
    };
  } catch {
    // Input that is not base64, UTF-8 or percent-encoded counts as no credentials.
    return undefined;
  }
}

const decodeFormPart = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '));
