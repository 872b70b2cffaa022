// Where the link of an operator's reset mail leads: a page with one field, in the look and the languages of all our
// pages. Looking at it uses nothing up, since mail scanners look too; the link's token alone lets a form through.
import { createRoute, z } from '@hono/zod-openapi';
import { findPasswordFault } from '../../domain/accounts/password-policy.ts';
import { resetStaffPassword } from '../../domain/staff/password.ts';
import { AppError } from '../../errors.ts';
import { byAddress } from '../../http/auth/admin.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { renderErrorPage } from '../../http/pages/error-page.tsx';
import { LinkGonePage, NewPasswordPage } from '../../http/pages/new-password-page.tsx';
import { Document } from '../../http/pages/parts/document.tsx';
import { Notice } from '../../http/pages/parts/notice.tsx';
import { renderPage } from '../../http/pages/render-page.ts';
import { beginVisit, type Visit } from '../../http/pages/visit.ts';
import { requireSameOrigin } from '../../http/same-origin.ts';
import { createSurface } from '../../http/surface.ts';

/** Below /admin/v1. */
export const RESET_PAGE_PATH = '/auth/reset-page';
const ACTION = `/admin/v1${RESET_PAGE_PATH}`;

const html = (description: string) => ({
  description,
  content: { 'text/html': { schema: z.string() } },
});
const common = { path: '/', tags: ['Admin sign-in'], security: [] as { bearer: string[] }[] };
const refusals = { 429: html('Too many requests.'), 500: html('Something went wrong.') };

const showRoute = createRoute({
  ...common,
  method: 'get',
  operationId: 'adminShowResetPage',
  summary: 'Show the page of a reset link',
  middleware: [byAddress],
  request: { query: z.object({ token: z.string().max(200).default('') }) },
  responses: { 200: html('The page.'), 400: html('No such link.'), ...refusals },
});

const submitRoute = createRoute({
  ...common,
  method: 'post',
  operationId: 'adminSubmitResetPage',
  summary: 'Set a new password from the page of a reset link',
  middleware: [byAddress, requireSameOrigin],
  request: {
    body: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: z.object({
            token: z.string().max(200).default(''),
            new_password: z.string().default(''),
          }),
        },
      },
    },
  },
  responses: {
    200: html('The password is set.'),
    400: html('This is not the form.'),
    403: html('The form came from another site.'),
    422: html('The password or the link will not do.'),
    ...refusals,
  },
});

export const resetPage = createSurface();
resetPage.onError(renderErrorPage);

resetPage.openapi(showRoute, async (c) => {
  const { token } = c.req.valid('query');
  const visit = await beginVisit(c);
  return renderPage(c, <NewPasswordPage visit={visit} action={ACTION} token={token} />);
});

resetPage.openapi(submitRoute, async (c) => {
  const { token, new_password: password } = c.req.valid('form');
  const visit = await beginVisit(c);
  const view = { visit, action: ACTION, token };
  const fault = await findPasswordFault(password, [visit.serviceName]);
  const refused =
    fault === undefined
      ? await resetStaffPassword(c.get('ctx'), 'admin', { token, password }, callerOf(c)).catch(
          refusalOf,
        )
      : fault;
  if (refused === undefined) return renderPage(c, <DonePage visit={visit} />);
  if (refused === 'link') return renderPage(c, <LinkGonePage visit={visit} />, { status: 422 });
  const page = <NewPasswordPage {...view} fault={visit.t(`password.${refused}`)} />;
  return renderPage(c, page, { status: 422 });
});

/** @returns what of the two will not do @throws whatever else it is */
function refusalOf(error: unknown): 'link' | 'guessable' {
  if (error instanceof AppError && error.code === 'INVALID_TOKEN') return 'link';
  // The general rules are kept: it is the owner's mail or name.
  if (error instanceof AppError && error.code === 'VALIDATION_FAILED') return 'guessable';
  throw error;
}

function DonePage({ visit }: { visit: Visit }) {
  const { t } = visit;
  return (
    <Document visit={visit} title={t('notice.password_changed')}>
      <Notice icon="check" tone="good" title={t('notice.password_changed')}>
        <p class="lead">{t('reset.done')}</p>
      </Notice>
    </Document>
  );
}
