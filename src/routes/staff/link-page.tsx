// A staff page that a link in an email opens, in the style and languages of all our pages. Opening
// the page does not use up the link, because mail scanners open links too; only a form with the
// link's token is accepted.
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { AppError, UsedLink } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { renderErrorPage } from '../../http/pages/error-page.tsx';
import {
  CompanySignInPage,
  LinkGonePage,
  LinkUsedPage,
} from '../../http/pages/new-password-page.tsx';
import { Document } from '../../http/pages/parts/document.tsx';
import { ButtonLink } from '../../http/pages/parts/form.tsx';
import { Notice } from '../../http/pages/parts/notice.tsx';
import { renderPage } from '../../http/pages/render-page.ts';
import type { TextKey } from '../../http/pages/texts.ts';
import { readViewer } from '../../http/pages/viewer.ts';
import type { Viewer } from '../../http/pages/page-viewer.ts';
import { waitText } from '../../http/pages/wait.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import { createSurface } from '../../http/surface.ts';
import { openRoute, type StaffGroup } from './group.ts';

export interface LinkView {
  viewer: Viewer;
  action: string;
  /** The token from the link, `xml_…`. */
  token: string;
  /** The error message to display. */
  fault?: string | undefined;
}

/**
 * The title and text of the success page, or the URL on this service to go to when the link has
 * signed the member in.
 */
export type LinkDone = readonly [title: TextKey, text: TextKey] | { leadsTo: string };

interface LinkPage<Values> {
  /** The path under the group's prefix at which the page is mounted. */
  path: string;
  /** The suffix of the operationIds, such as `adminShow…` and `adminSubmit…`. */
  name: string;
  /** The summary of the form's action. */
  summary: string;
  Form: z.ZodType<Values>;
  show: (view: LinkView) => JSX.Element;
  /**
   * @returns the error text for the form, or a page with its status to show instead of the success
   *   page; undefined on success
   * @throws AppError INVALID_TOKEN, SSO_REQUIRED and TOO_MANY_REQUESTS, which the page shows
   */
  act: (
    c: HonoContext<AppEnv>,
    values: Values,
    viewer: Viewer,
  ) => Promise<TextKey | { page: JSX.Element; status: 200 | 422 } | undefined>;
  done: LinkDone;
}

/** Creates the routes of the page. Mount them at the page's path. */
export function linkPage<Values extends { token: string }>(
  group: StaffGroup,
  page: LinkPage<Values>,
): OpenAPIHono<AppEnv> {
  const surface = createSurface({ renderThrown: renderErrorPage });
  const action = `/${group.audience}/v1${page.path}`;

  surface.openapi(showRoute(group, page), async (c) => {
    const { token } = c.req.valid('query');
    return renderPage(c, page.show({ viewer: await readViewer(c), action, token }));
  });

  surface.openapi(submitRoute(group, page), async (c) => {
    const values: Values = c.req.valid('form');
    const viewer = await readViewer(c);
    const { token } = values;
    viewer.here = `${action}?${new URLSearchParams({ token }).toString()}`;
    const view = { viewer, action, token };
    const door = `/${group.audience}`;
    const answer = await page.act(c, values, viewer).catch(refusalOf);
    if (answer === undefined) {
      if ('leadsTo' in page.done) return c.redirect(page.done.leadsTo, 303);
      return renderPage(c, <DonePage viewer={viewer} texts={page.done} door={door} />);
    }
    if (answer === USED) return renderPage(c, <LinkUsedPage viewer={viewer} door={door} />);
    if (answer === ELSEWHERE)
      return renderPage(c, <CompanySignInPage viewer={viewer} door={door} />);
    if (answer === DEAD) return renderPage(c, <DeadPage viewer={viewer} door={door} />, GONE);
    if (typeof answer === 'object') return renderPage(c, answer.page, { status: answer.status });
    if (typeof answer === 'number') {
      c.header('Retry-After', String(answer));
      const fault = waitText(viewer.t, answer);
      return renderPage(c, page.show({ ...view, fault }), { status: 429 });
    }
    return renderPage(c, page.show({ ...view, fault: viewer.t(answer) }), { status: 422 });
  });
  return surface;
}

const GONE = { status: 422 } as const;
const DEAD = Symbol('dead link');
const USED = Symbol('used link');
const ELSEWHERE = Symbol('sign-in with the identity provider');

/**
 * @returns why the link is no longer valid, ELSEWHERE if only the identity provider can sign the
 *   member in, or how many seconds to wait before the link can be used
 */
function refusalOf(error: unknown): typeof DEAD | typeof USED | typeof ELSEWHERE | number {
  if (error instanceof UsedLink) return USED;
  if (error instanceof AppError && error.code === 'SSO_REQUIRED') return ELSEWHERE;
  if (error instanceof AppError && error.code === 'INVALID_TOKEN') return DEAD;
  if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')
    return error.retryAfterSeconds ?? 60;
  throw error;
}

const html = (description: string) => ({
  description,
  content: { 'text/html': { schema: z.string() } },
});
const refusals = {
  429: html('Too many requests.'),
  500: html('Something went wrong.'),
  503: html('Not available right now.'),
};

type Named = Pick<LinkPage<unknown>, 'name' | 'summary'>;

const showRoute = (group: StaffGroup, { name, summary }: Named) =>
  createRoute({
    ...openRoute(group),
    path: '/',
    method: 'get',
    operationId: `${group.audience}Show${name}`,
    summary: `Show the page behind an emailed link: ${summary}`,
    request: { query: z.object({ token: z.string().max(200).default('') }) },
    responses: { 200: html('The page.'), 400: html('The link is malformed.'), ...refusals },
  });

const submitRoute = <Values,>(group: StaffGroup, { name, summary, Form, done }: LinkPage<Values>) =>
  createRoute({
    ...openRoute(group),
    path: '/',
    method: 'post',
    operationId: `${group.audience}Submit${name}`,
    summary: `Submit the page behind an emailed link: ${summary}`,
    middleware: [group.byAddress, requireSameOrigin],
    request: {
      body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: Form } } },
    },
    responses: {
      200: html('The step succeeded.'),
      ...('leadsTo' in done && {
        303: { description: 'The step succeeded, and this browser is signed in.' },
      }),
      400: html('The form is malformed.'),
      403: html('The form came from another site.'),
      422: html('The form or the link is invalid.'),
      ...refusals,
    },
  });

/**
 * The page for an invalid link. It leads to the sign-in page, where a member who forgot the
 * password can request a new link.
 */
const DeadPage = ({ viewer, door }: { viewer: Viewer; door: string }) => (
  <LinkGonePage viewer={viewer}>
    <ButtonLink href={door}>{viewer.t('signin.title')}</ButtonLink>
  </LinkGonePage>
);

interface DoneProps {
  viewer: Viewer;
  texts: readonly [TextKey, TextKey];
  /** The URL of the console, which asks for a sign-in when necessary. */
  door: string;
}

function DonePage({ viewer, texts, door }: DoneProps) {
  const [title, text] = texts;
  return (
    <Document viewer={viewer} title={viewer.t(title)}>
      <Notice icon="check" tone="good" title={viewer.t(title)}>
        <p class="lead">{viewer.t(text)}</p>
        <ButtonLink href={door}>{viewer.t('signin.title')}</ButtonLink>
      </Notice>
    </Document>
  );
}
