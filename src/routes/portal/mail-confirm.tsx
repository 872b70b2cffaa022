// The page behind links in mails that confirm an address. Opening it changes nothing, for mail scanners open links
// too; its button does.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { confirmEmail } from '../../domain/accounts/confirm-email.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { readAccountCookie, setAccountCookie } from '../../http/auth/account-cookie.ts';
import { readVisitor } from '../../http/auth/visitor.ts';
import { readLocalPath } from '../../http/local-path.ts';
import { Document } from '../../http/pages/parts/document.tsx';
import { ButtonLink, Form, Submit } from '../../http/pages/parts/form.tsx';
import { Notice } from '../../http/pages/parts/notice.tsx';
import { renderPage } from '../../http/pages/render-page.ts';
import type { TextKey } from '../../http/pages/texts.ts';
import { beginVisit, type Visit } from '../../http/pages/visit.ts';
import { readForm } from './posted-form.ts';
import { goOn, HOME } from './way.ts';

export function registerMailConfirm(surface: OpenAPIHono<AppEnv>): void {
  surface.get('/mail/confirm', async (c) => {
    const visit = await beginVisit(c);
    return renderPage(c, <ConfirmPage visit={visit} token={c.req.query('token') ?? ''} />);
  });

  surface.post('/mail/confirm', async (c) => {
    const form = await readForm(c);
    const visit = await beginVisit(c);
    const outcome = await confirmEmail(c.get('ctx'), {
      token: form.text('token'),
      visitor: readVisitor(c),
      replaces: readAccountCookie(c),
    });
    if (!outcome.ok) return renderPage(c, <LinkGonePage visit={visit} />, { status: 422 });
    if (outcome.kind === 'signed_up') {
      setAccountCookie(c, outcome.cookie);
      return goOn(c, readLocalPath(outcome.continueTo) ?? HOME);
    }
    const [title, text] = TOLD[outcome.kind];
    return renderPage(c, <ConfirmedPage visit={visit} title={title} text={text} />);
  });
}

const TOLD = {
  mail_changed: ['security.email_confirmed', 'confirm.done_text'],
  mail_half_confirmed: ['confirm.half_title', 'confirm.half_text'],
} as const satisfies Record<string, readonly [TextKey, TextKey]>;

function ConfirmPage({ visit, token }: { visit: Visit; token: string }) {
  const { t } = visit;
  return (
    <Document visit={visit} title={t('confirm.title')}>
      <Notice icon="mail" title={t('confirm.title')}>
        <p class="lead">{t('confirm.text')}</p>
        <Form action="/mail/confirm" hidden={{ token }}>
          <Submit>{t('confirm.action')}</Submit>
        </Form>
      </Notice>
    </Document>
  );
}

function ConfirmedPage({ visit, title, text }: { visit: Visit; title: TextKey; text: TextKey }) {
  const { t } = visit;
  return (
    <Document visit={visit} title={t(title)}>
      <Notice icon="check" tone="good" title={t(title)}>
        <p class="lead">{t(text)}</p>
        <ButtonLink href="/account" look="soft">
          {t('error.home')}
        </ButtonLink>
      </Notice>
    </Document>
  );
}

/** A link of a mail that is used up, replaced or too old. */
export function LinkGonePage({ visit }: { visit: Visit }) {
  const { t } = visit;
  return (
    <Document visit={visit} title={t('link.gone_title')}>
      <Notice icon="link" tone="warn" title={t('link.gone_title')}>
        <p class="lead">{t('link.gone_text')}</p>
        <ButtonLink href="/signin" look="soft">
          {t('signin.title')}
        </ButtonLink>
      </Notice>
    </Document>
  );
}
