// The home page: the remaining setup steps, and current figures.
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { useUser } from '../../../session/context.ts';
import { useMode } from '../../../shell/mode.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Checklist } from './checklist.tsx';
import { EndpointHealth } from './endpoint-health.tsx';
import { Figures } from './figures.tsx';
import { Funnel } from './funnel.tsx';
import { NewestSessions } from './newest-sessions.tsx';

export default function Home() {
  const t = useTexts();
  const mode = useMode();
  const { role } = useUser();
  const seesFigures = mode === 'live' && mayDo(role, 'analytics.read');
  return (
    <Page title={t('home.title')} lead={t(mode === 'live' ? 'home.lead_live' : 'home.lead_test')}>
      {mayDo(role, 'keys.read') && <Checklist />}
      {seesFigures && <Figures />}
      <div className="columns">
        <NewestSessions />
        {seesFigures && <Funnel />}
        {mayDo(role, 'webhooks.read') && <EndpointHealth />}
      </div>
    </Page>
  );
}
