// Routes of the connected sites.
import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  disconnect,
  listConnections,
  type Connection,
} from '../../../domain/openid/grants/connections.ts';
import type { AppEnv } from '../../../http/app-env.ts';
import { renderPage } from '../../../http/pages/render-page.ts';
import { readViewer } from '../../../http/pages/viewer.ts';
import { readAccountForm } from '../posted-form.ts';
import { seeOther, pathTo, whenSignedIn } from '../navigation.ts';
import { SitesPage, type SiteEntry } from './sites-view.tsx';

export function registerSites(surface: OpenAPIHono<AppEnv>): void {
  surface.get(
    '/account/sites',
    whenSignedIn(async (c, { account }) => {
      const viewer = await readViewer(c);
      const connections = await listConnections(c.get('ctx'), account.id);
      const isDone = c.req.query('done') === 'disconnected';
      const done = isDone ? viewer.t('sites.disconnected') : undefined;
      const page = <SitesPage viewer={viewer} sites={connections.map(toEntry)} done={done} />;
      return renderPage(c, page);
    }),
  );

  surface.post(
    '/account/sites/disconnect',
    whenSignedIn(async (c, signIn) => {
      const form = await readAccountForm(c, signIn);
      await disconnect(c.get('ctx'), signIn.account.id, form.text('client_id'));
      return seeOther(c, pathTo('/account/sites', { done: 'disconnected' }));
    }),
  );
}

function toEntry(connection: Connection): SiteEntry {
  const { clientName, clientLogo, redirectUris, ...rest } = connection;
  const [address = ''] = redirectUris;
  const host = URL.canParse(address) ? new URL(address).host : '';
  return { ...rest, identity: { name: clientName, logo: clientLogo, host } };
}
