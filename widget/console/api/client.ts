// The typed API calls of a console. Each call sends the access token, and is repeated once with a
// new token when the token has expired.
import createClient from 'openapi-fetch';
import { CallError, fetchOrThrow } from './call-error.ts';
import type { Paths } from './paths.ts';

export interface TokenSource {
  /**
   * @param refused a token that the server no longer accepts
   * @throws CallError when nobody is signed in
   */
  accessToken: (refused?: string) => Promise<string>;
}

export type Client = ReturnType<typeof createClient<Paths>>;

/** Creates the client. A failed call throws a CallError, so a returned value is never an error. */
export const makeClient = (tokens: TokenSource): Client =>
  createClient<Paths>({ fetch: (request) => send(request, tokens) });

async function send(request: Request, tokens: TokenSource): Promise<Response> {
  const again = request.clone();
  const token = await tokens.accessToken();
  try {
    return await fetchOrThrow(withToken(request, token));
  } catch (error) {
    // A refusal with status 401 but a code other than UNAUTHORIZED concerns a password, so a new
    // token would not help.
    if (!(error instanceof CallError) || error.code !== 'UNAUTHORIZED') throw error;
    return fetchOrThrow(withToken(again, await tokens.accessToken(token)));
  }
}

function withToken(request: Request, token: string): Request {
  request.headers.set('Authorization', `Bearer ${token}`);
  return request;
}

interface Answered<Body> {
  data?: Body;
}

/** Returns the `data` of the response's envelope. */
export async function dataOf<T>(call: Promise<Answered<{ data: T }>>): Promise<T> {
  return (await bodyOf(call)).data;
}

/** A page of a list, with the total numbers of rows and pages. */
export interface RowPage<T> {
  rows: T[];
  total: number;
  pages: number;
}

/** Returns a page of a list. */
export async function pageOf<T>(
  call: Promise<
    Answered<{ data: T[]; meta: { pagination?: { total: number; total_pages: number } } }>
  >,
): Promise<RowPage<T>> {
  const { data, meta } = await bodyOf(call);
  const { total = data.length, total_pages: pages = 1 } = meta.pagination ?? {};
  return { rows: data, total, pages };
}

async function bodyOf<Body>(call: Promise<Answered<Body>>): Promise<Body> {
  const { data } = await call;
  if (data === undefined) throw new CallError('INTERNAL_ERROR');
  return data;
}
