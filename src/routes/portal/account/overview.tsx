// Routes of the overview page: one shows a summary of the account, the other changes its display
// name.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { changeDisplayName } from '../../../domain/accounts/profile.ts';
import { listConnections } from '../../../domain/openid/grants/connections.ts';
import { listNotifications } from '../../../domain/accounts/notifications/notification.ts';
import { listPasskeys } from '../../../domain/signing-in/authentication/own-passkeys.ts';
import { listSessions } from '../../../domain/signing-in/authentication/devices.ts';
import type { SignIn } from '../../../domain/signing-in/sessions/session.ts';
import { readKeptAge } from '../../../domain/accounts/verified-ages/verified-age.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { renderPage } from '../../../http/pages/render-page.ts';
import { readViewer } from '../../../http/pages/viewer.ts';
import { readAccountForm } from '../posted-form.ts';
import { seeOther, HOME, pathTo, whenSignedIn } from '../navigation.ts';
import { OverviewPage } from './overview-view.tsx';

export function registerOverview(surface: OpenAPIHono<AppEnv>): void {
  surface.get(
    HOME,
    whenSignedIn((c, signIn) => showOverview(c, signIn)),
  );

  surface.post(
    '/account/name',
    whenSignedIn(async (c, signIn) => {
      const form = await readAccountForm(c, signIn);
      const name = form.text('display_name');
      if (await changeDisplayName(c.get('ctx'), signIn.account, name))
        return seeOther(c, pathTo(HOME, { done: 'name' }));
      return showOverview(c, signIn, name);
    }),
  );
}

/** @param refusedName the invalid name that was entered */
async function showOverview(
  c: HonoContext<AppEnv>,
  { account }: SignIn,
  refusedName?: string,
): Promise<Response> {
  const ctx = c.get('ctx');
  const viewer = await readViewer(c);
  const [{ age: verifiedAge, mustRepeat }, sites, passkeys, sessions, messages] = await Promise.all(
    [
      readKeptAge(ctx, account.id),
      listConnections(ctx, account.id),
      listPasskeys(ctx, account.id),
      listSessions(ctx, account.id),
      listNotifications(ctx, account.id),
    ],
  );
  const view = {
    email: account.email,
    displayName: account.displayName,
    typedName: refusedName,
    verifiedAge,
    mustRepeatAge: mustRepeat,
    sites: sites.length,
    passkeys: passkeys.length,
    sessions: sessions.length,
    unread: messages.filter(({ readAtMs }) => readAtMs === undefined).length,
    done: c.req.query('done') === 'name' ? viewer.t('overview.name_saved') : undefined,
    nameFault: refusedName === undefined ? undefined : viewer.t('field.display_name_invalid'),
  };
  const status = refusedName === undefined ? 200 : 422;
  return renderPage(c, <OverviewPage viewer={viewer} view={view} />, { status });
}
