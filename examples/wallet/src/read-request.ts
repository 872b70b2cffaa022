// Reads the OpenID4VP 1.0 request in a wallet link. As with links for the EU's app, the request is
// unsigned, and the link contains all of it.
import type { JWK } from 'jose';
import { type DocType, DOCUMENTS, isKnown } from './documents.ts';

export interface ProofRequest {
  clientId: string;
  /** The URL to which the response is posted. */
  responseUri: string;
  /**
   * The host of `responseUri`, which serves as the requester's name. The request contains no other
   * name, and a wallet could not trust any other.
   */
  host: string;
  mode: 'direct_post' | 'direct_post.jwt';
  nonce: string;
  state: string;
  /** The id of the query to which the response belongs. */
  queryId: string;
  docType: DocType;
  namespace: string;
  /** The requested elements, such as `age_over_18`. */
  elements: readonly string[];
  /** The key with which to encrypt the response if the mode is `direct_post.jwt`. */
  key?: JWK;
}

/** Thrown when a link is invalid. The message is for the person who entered the link. */
export class BadLink extends Error {}

const SCHEME = /^(av|openid4vp):(\/\/)?[^?]*\?(.+)$/s;

interface Query {
  credentials?: {
    id?: string;
    format?: string;
    meta?: { doctype_value?: string };
    claims?: { path?: string[] }[];
  }[];
}

/** @throws BadLink */
export function readRequest(link: string): ProofRequest {
  const [, , , query] = SCHEME.exec(link.trim()) ?? [];
  if (query === undefined)
    throw new BadLink(
      'That is no link to a wallet: such a link begins with av:// or openid4vp://.',
    );
  const fields = new URLSearchParams(query);
  const read = (name: string): string => {
    const value = fields.get(name);
    if (!value) throw new BadLink(`The link has no ${name}. Was it copied whole?`);
    return value;
  };
  if (read('response_type') !== 'vp_token') throw new BadLink('The link asks for no vp_token.');
  const mode = read('response_mode');
  if (mode !== 'direct_post' && mode !== 'direct_post.jwt')
    throw new BadLink(`This wallet does not know the response mode ${mode}.`);
  const responseUri = read('response_uri');
  const asked = readQuery(read('dcql_query'));
  const key = mode === 'direct_post.jwt' ? readKey(read('client_metadata')) : undefined;
  return {
    clientId: readClientId(read('client_id'), responseUri),
    responseUri,
    host: new URL(responseUri).host,
    mode,
    nonce: read('nonce'),
    state: fields.get('state') ?? '',
    ...asked,
    ...(key && { key }),
  };
}

/**
 * Checks that the client ID is the response address, because nothing else identifies the requester
 * of an unsigned request (OpenID4VP 1.0, 5.9.3).
 */
function readClientId(clientId: string, responseUri: string): string {
  if (clientId !== `redirect_uri:${responseUri}`)
    throw new BadLink(
      'The link names another client than the address that it wants the answer at.',
    );
  if (!URL.canParse(responseUri) || !/^https?:$/.test(new URL(responseUri).protocol))
    throw new BadLink('The link wants the answer at no web address.');
  return clientId;
}

function readQuery(text: string) {
  const [credential, ...others] = (parse(text, 'dcql_query') as Query).credentials ?? [];
  const { id, meta, claims = [] } = credential ?? {};
  const docType = meta?.doctype_value;
  if (id === undefined || others.length > 0)
    throw new BadLink('This wallet answers links that ask for one document.');
  if (credential?.format !== 'mso_mdoc' || !isKnown(docType))
    throw new BadLink(
      `This wallet has no such document. It has ${Object.keys(DOCUMENTS).join(' and ')}.`,
    );
  const paths = claims.map(({ path = [] }) => path);
  const namespace = paths[0]?.[0];
  const isOdd = paths.some((path) => path.length !== 2 || path[0] !== namespace);
  if (namespace === undefined || isOdd)
    throw new BadLink('This wallet answers links that ask for elements of one name space.');
  return { queryId: id, docType, namespace, elements: paths.map(([, element = '']) => element) };
}

function readKey(text: string): JWK {
  const { jwks } = parse(text, 'client_metadata') as { jwks?: { keys?: JWK[] } };
  const key = jwks?.keys?.find(({ kty, alg }) => kty === 'EC' && alg === 'ECDH-ES');
  if (key === undefined)
    throw new BadLink('The link has no key that the answer can be encrypted for.');
  return key;
}

function parse(text: string, name: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Falls through to the error below.
  }
  throw new BadLink(`The ${name} of the link cannot be read. Was it copied whole?`);
}
