// Links and redirects between the pages: to sign-in and back.
import type { Context as HonoContext } from 'hono';
import type { SignIn } from '../../domain/signing-in/sessions/session.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readViewer } from '../../http/pages/viewer.ts';
import { readUncheckedForm, type PostedForm } from './posted-form.ts';

/** The default page after signing in. */
export const HOME = '/account';

type Query = Readonly<Record<string, string | undefined>>;

/** Builds a path of this service with a query; undefined values are left out. */
export function pathTo(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/**
 * Redirects after a POST (RFC 9110 15.4.4): the browser gets the next page with GET, so that a
 * reload does not repeat the POST.
 */
export const seeOther = (c: HonoContext<AppEnv>, path: string): Response => c.redirect(path, 303);

/**
 * Wraps the handler of a page that requires a sign-in: without one, the person signs in first and
 * then returns.
 * @param keep reads, from the posted form, the query that the page must have when the person
 *   returns
 */
export function whenSignedIn(
  answer: (c: HonoContext<AppEnv>, signIn: SignIn) => Response | Promise<Response>,
  keep?: (form: PostedForm) => Query,
) {
  return async (c: HonoContext<AppEnv>): Promise<Response> => {
    const { signIn, here } = await readViewer(c);
    if (signIn !== undefined) return answer(c, signIn);
    const page = keep === undefined ? here : pathTo(here, keep(await readUncheckedForm(c)));
    return seeOther(c, pathTo('/signin', { continue: page }));
  };
}

/** Makes the person reauthenticate before a sensitive step, and then return to the current page. */
export async function redirectToFreshSignIn(c: HonoContext<AppEnv>): Promise<Response> {
  const { here } = await readViewer(c);
  return seeOther(c, pathTo('/signin', { fresh: '1', continue: here }));
}
