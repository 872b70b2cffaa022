// FedCM sign-in (W3C; D-158), in which a page asks the browser to sign the person in: reads the
// account that the browser offers, and responds to the page. The browser passes on the page's
// request, which is an ordinary authorization request.
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { listConnections } from '../../openid/grants/connections.ts';
import { findWorkingClient } from '../../openid/clients/client.ts';
import { isRegistered } from '../../openid/clients/registered-uri.ts';
import type { VerifiedAge } from '../../accounts/verified-ages/kept-age.ts';
import { readFedcmSession } from '../sessions/fedcm-cookie.ts';
import { authorize } from './authorize.ts';
import { findPersonFor } from './known-person-store.ts';
import { toKnownPerson, type KnownPerson } from './known-person.ts';

/** Matches no client: the person is looked up without their agreements. */
const NO_CLIENT = '';

interface FedcmAccount {
  /** Identifies the account to the browser; no site receives this id. */
  id: string;
  age?: VerifiedAge;
  /** The ids of the clients that the person has given consent to. */
  approvedClients: string[];
}

/**
 * Reads the account that the browser is signed in to. Makes two reads.
 * @param cookie the cookie defined in fedcm-cookie.ts
 * @returns undefined when nobody is signed in
 */
export async function readFedcmAccount(
  ctx: Context,
  cookie: string | undefined,
): Promise<FedcmAccount | undefined> {
  const person = await readPerson(ctx, cookie, NO_CLIENT);
  if (person === undefined) return undefined;
  const connections = await listConnections(ctx, person.account.id);
  return {
    id: await idOf(person),
    ...(person.age !== undefined && { age: person.age }),
    approvedClients: [...new Set(connections.map(({ clientId }) => clientId))],
  };
}

/** The browser's request on behalf of a page. */
interface FedcmRequest {
  clientId: string;
  /** The account that the person chose. */
  accountId: string;
  /** The page's origin. */
  origin: string;
  /** The page's parameters for an authorization request, as JSON. */
  parameters: string;
}

type FedcmAnswer =
  /** The site redeems the code at the token endpoint, like any other code. */
  | { answer: 'code'; code: string }
  /**
   * The person must complete a step first, at a path of this service that opens in a browser
   * window.
   */
  | { answer: 'continue'; path: string }
  | { answer: 'refuse'; error: string };

/** Errors that the person can resolve in a window. */
const STEPS = ['login_required', 'consent_required', 'unmet_authentication_requirements'];

/**
 * Responds to a page's request. The page must belong to the client: its origin must equal the
 * origin of the request's redirect URI, and the client must be allowed to use FedCM.
 * @param allow called once the page is known to belong to the client, before the person is looked
 *   up; it lets the page read the response
 */
export async function answerFedcm(
  ctx: Context,
  cookie: string | undefined,
  { clientId, accountId, origin, parameters }: FedcmRequest,
  allow: () => void,
): Promise<FedcmAnswer> {
  const client = await findWorkingClient(ctx, clientId);
  const asked = readParameters(parameters);
  if (client?.usesFedcm !== true || asked === undefined) return refuse('invalid_request');
  const redirectUri = asked.get('redirect_uri') ?? '';
  if (!URL.canParse(redirectUri) || new URL(redirectUri).origin !== origin)
    return refuse('invalid_request');
  if (!isRegistered(client, redirectUri)) return refuse('invalid_request');
  allow();
  asked.set('client_id', client.id);
  asked.set('response_type', 'code');
  asked.set('response_mode', 'fedcm');
  const path = `/oauth/authorize?${asked.toString()}`;
  const prompt = asked.get('prompt') ?? undefined;
  const ask = (error: string): FedcmAnswer =>
    prompt !== 'none' && STEPS.includes(error) ? { answer: 'continue', path } : refuse(error);
  if (prompt !== undefined && prompt !== 'none') return { answer: 'continue', path };
  const person = await readPerson(ctx, cookie, client.id);
  if (person === undefined || (await idOf(person)) !== accountId) return ask('login_required');
  asked.set('prompt', 'none');
  const answered = await authorize(ctx, asked.toString(), async (_, isLatest) =>
    isLatest ? readPerson(ctx, cookie, client.id) : person,
  );
  if (answered.answer !== 'leave') return refuse('invalid_request');
  const { code, error = 'server_error' } = answered.to.fedcm ?? {};
  return code === undefined ? ask(error) : { answer: 'code', code };
}

const refuse = (error: string): FedcmAnswer => ({ answer: 'refuse', error });

/** Parameters that are ignored in a page's request: the browser or this service sets them. */
const OURS = ['client_id', 'response_type', 'response_mode', 'request', 'request_uri'];

/**
 * @param text a JSON object whose members are all strings
 * @returns undefined for anything else
 */
function readParameters(text: string): URLSearchParams | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    const members = Object.entries(parsed);
    if (!members.every((member): member is [string, string] => typeof member[1] === 'string'))
      return undefined;
    return new URLSearchParams(members.filter(([name]) => !OURS.includes(name)));
  } catch {
    return undefined;
  }
}

async function readPerson(
  ctx: Context,
  cookie: string | undefined,
  clientId: string,
): Promise<KnownPerson | undefined> {
  const found = await readFedcmSession(ctx, cookie, findPersonFor(clientId));
  return found && toKnownPerson(ctx, found, clientId);
}

/**
 * Derives the account's id from the session, so that the account list in the browser reveals
 * nothing about the account.
 */
const idOf = ({ session }: Pick<KnownPerson, 'session'>): Promise<string> =>
  sha256Hex(`fedcm-account:${session.id}`);
