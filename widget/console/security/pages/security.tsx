// The security settings for the user's own sign-in. Both consoles share this page, because the
// API's paths differ only in their prefixes.
import { Page } from '../../shell/page.tsx';
import { useTexts } from '../../texts/context.ts';
import { OwnSessions } from '../own-sessions.tsx';
import { PasskeysCard } from '../passkeys-card.tsx';
import { PasswordCard } from '../password-card.tsx';
import { SecondFactor } from '../second-factor.tsx';

export default function Security() {
  const t = useTexts();
  return (
    <Page title={t('security.title')} lead={t('security.lead')}>
      <div className="columns">
        <SecondFactor />
        <PasswordCard />
      </div>
      <PasskeysCard />
      <OwnSessions />
    </Page>
  );
}
