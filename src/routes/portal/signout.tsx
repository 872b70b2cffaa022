// Signing this browser out. A link only asks: other sites could make a browser follow one.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { endSession } from '../../domain/sessions/sign-in.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { clearAccountCookie } from '../../http/auth/account-cookie.ts';
import { Document } from '../../http/pages/parts/document.tsx';
import { ButtonLink, Form, Submit } from '../../http/pages/parts/form.tsx';
import { Notice } from '../../http/pages/parts/notice.tsx';
import { renderPage } from '../../http/pages/render-page.ts';
import { beginVisit, type Visit } from '../../http/pages/visit.ts';
import { readAccountForm } from './posted-form.ts';
import { goOn, HOME } from './way.ts';

const SIGNED_OUT = '/signin?done=signed_out';

export function registerSignOut(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/signout', async (c) => {
    const visit = await beginVisit(c);
    if (visit.signIn === undefined) return goOn(c, SIGNED_OUT);
    return renderPage(c, <SignOutPage visit={visit} />);
  });

  surface.post('/signout', async (c) => {
    const { signIn } = await beginVisit(c);
    if (signIn !== undefined) {
      await readAccountForm(c, signIn);
      await endSession(c.get('ctx'), signIn.session.id);
    }
    clearAccountCookie(c);
    return goOn(c, SIGNED_OUT);
  });
}

function SignOutPage({ visit }: { visit: Visit }) {
  const { t } = visit;
  return (
    <Document visit={visit} title={t('signout.title')}>
      <Notice icon="leave" title={t('signout.title')}>
        <p class="lead">{t('signout.text')}</p>
        <Form action="/signout">
          <Submit>{t('signout.action')}</Submit>
        </Form>
        <ButtonLink href={HOME} look="soft">
          {t('back')}
        </ButtonLink>
      </Notice>
    </Document>
  );
}
