// Routes of a person's data: the export, and the deletion of the account.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { exportAccountData } from '../../../domain/signing-in/account-lifecycle/export-data.ts';
import { requestDeletion } from '../../../domain/signing-in/account-lifecycle/request-deletion.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { clearAccountCookie } from '../../../http/auth/account-cookie.ts';
import { Document } from '../../../http/pages/parts/document.tsx';
import { ButtonLink } from '../../../http/pages/parts/form.tsx';
import { Notice } from '../../../http/pages/parts/notice.tsx';
import { renderPage } from '../../../http/pages/render-page.ts';
import { readViewer } from '../../../http/pages/viewer.ts';
import type { Viewer } from '../../../http/pages/page-viewer.ts';
import { formatDate } from '../facts.ts';
import { readAccountForm } from '../posted-form.ts';
import { seeOther, whenSignedIn } from '../navigation.ts';
import { DataPage } from './data-view.tsx';

const PAGE = '/account/data';

export function registerData(surface: OpenAPIHono<AppEnv>): void {
  surface.get(
    PAGE,
    whenSignedIn(async (c) => renderPage(c, <DataPage viewer={await readViewer(c)} />)),
  );

  surface.post(
    `${PAGE}/export`,
    whenSignedIn(async (c, signIn) => {
      await readAccountForm(c, signIn);
      const data = await exportAccountData(c.get('ctx'), signIn);
      c.header('Content-Disposition', 'attachment; filename="account.json"');
      return c.body(JSON.stringify(data, undefined, 2), 200, {
        'Content-Type': 'application/json; charset=utf-8',
      });
    }),
  );

  surface.post(
    `${PAGE}/delete`,
    whenSignedIn(async (c, signIn) => {
      const form = await readAccountForm(c, signIn);
      const viewer = await readViewer(c);
      if (!form.has('sure')) {
        const page = <DataPage viewer={viewer} fault={viewer.t('data.delete_unsure')} />;
        return renderPage(c, page, { status: 422 });
      }
      const requested = await requestDeletion(c.get('ctx'), signIn);
      clearAccountCookie(c);
      if (requested === undefined) return seeOther(c, '/signin');
      const page = <DeletedPage viewer={viewer} atMs={requested.deleteAtMs} />;
      return renderPage(c, page);
    }),
  );
}

function DeletedPage({ viewer, atMs }: { viewer: Viewer; atMs: number }) {
  const { t, timeZone } = viewer;
  return (
    <Document viewer={{ ...viewer, signIn: undefined }} title={t('data.deleted_title')}>
      <Notice icon="trash" title={t('data.deleted_title')}>
        <p class="lead">{t('data.deleted_text', { date: formatDate(t, atMs, timeZone) })}</p>
        <ButtonLink href="/signin" look="soft">
          {t('signin.title')}
        </ButtonLink>
      </Notice>
    </Document>
  );
}
