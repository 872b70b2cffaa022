// Reads a posted form and checks that one of our pages showed it in this browser, or in this
// sign-in session (S-21). The same-origin check runs earlier (index.ts).
import type { Context as HonoContext } from 'hono';
import type { SignIn } from '../../domain/signing-in/sessions/session.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readDestination, type Destination } from '../../http/auth/consent.ts';
import { isSessionToken, isVisitorToken } from '../../http/form-token.ts';
import { readViewer } from '../../http/pages/viewer.ts';

export interface PostedForm {
  /** @returns the input; '' when the field is missing */
  text: (name: string) => string;
  has: (name: string) => boolean;
  destination: Destination;
}

/**
 * Reads a form that needs no sign-in. A sign-in in a different tab in the meantime does not
 * invalidate the form.
 * @throws AppError FORBIDDEN when the form was not shown by one of our pages in this browser or
 *   sign-in session
 */
export async function readForm(c: HonoContext<AppEnv>): Promise<PostedForm> {
  const form = await parse(c);
  await requireFormToken(c, form.text('form_token'));
  return form;
}

/**
 * Reads a form that requires a sign-in.
 * @throws AppError FORBIDDEN when the form was shown in a different sign-in session
 */
export async function readAccountForm(c: HonoContext<AppEnv>, signIn: SignIn): Promise<PostedForm> {
  const form = await parse(c);
  await requireAccountForm(c, form, signIn);
  return form;
}

/**
 * Reads a form without checking it, for callers that need its values before they know the sign-in.
 * Such callers must call requireAccountForm before the form has any effect.
 */
export const readUncheckedForm = (c: HonoContext<AppEnv>): Promise<PostedForm> => parse(c);

/** @throws AppError FORBIDDEN when the form was shown in a different sign-in session */
export async function requireAccountForm(
  c: HonoContext<AppEnv>,
  form: PostedForm,
  signIn: SignIn,
): Promise<void> {
  if (!(await isSessionToken(c, form.text('form_token'), signIn.session.id))) throw outdated();
}

/** @throws AppError FORBIDDEN unless the token belongs to this browser or this sign-in */
export async function requireFormToken(c: HonoContext<AppEnv>, token: string): Promise<void> {
  if (await isVisitorToken(c, token)) return;
  const { signIn } = await readViewer(c);
  const isOfSession = signIn !== undefined && (await isSessionToken(c, token, signIn.session.id));
  if (!isOfSession) throw outdated();
}

const outdated = (): AppError => new AppError('FORBIDDEN', 'The form is out of date.');

async function parse(c: HonoContext<AppEnv>): Promise<PostedForm> {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i;
  if (!isForm.test(c.req.header('Content-Type') ?? ''))
    throw new AppError('INVALID_REQUEST', 'The body must be a form.');
  const fields = await c.req.formData();
  const text = (name: string): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    text,
    has: (name) => fields.has(name),
    destination: readDestination((name) => (fields.has(name) ? text(name) : undefined)),
  };
}
