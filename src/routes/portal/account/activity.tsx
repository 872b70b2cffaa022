// Routes of the activity page.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { listLoginHistory } from '../../../domain/accounts/login-history/login-history.ts';
import {
  listNotifications,
  markRead,
} from '../../../domain/accounts/notifications/notification.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { renderPage } from '../../../http/pages/render-page.ts';
import { readViewer } from '../../../http/pages/viewer.ts';
import { readAccountForm } from '../posted-form.ts';
import { seeOther, whenSignedIn } from '../navigation.ts';
import { ActivityPage } from './activity-view.tsx';

export function registerActivity(surface: OpenAPIHono<AppEnv>): void {
  surface.get(
    '/account/activity',
    whenSignedIn(async (c, { account }) => {
      const ctx = c.get('ctx');
      const viewer = await readViewer(c);
      const [messages, history] = await Promise.all([
        listNotifications(ctx, account.id),
        listLoginHistory(ctx, account.id),
      ]);
      return renderPage(c, <ActivityPage viewer={viewer} view={{ messages, history }} />);
    }),
  );

  surface.post(
    '/account/activity/read',
    whenSignedIn(async (c, signIn) => {
      await readAccountForm(c, signIn);
      await markRead(c.get('ctx'), signIn.account.id);
      return seeOther(c, '/account/activity');
    }),
  );
}
