// The page for the customer's policy: which proofs are accepted, how certain a proof must be, what
// is kept, and which sites visitors come from and return to. The effect of each change is shown
// before the change is saved.
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { useSettings } from '../../queries.ts';
import { MarginCard } from './margin-card.tsx';
import { MethodsCard } from './methods-card.tsx';
import { RetentionCard } from './retention-card.tsx';
import { SitesCard } from './sites-card.tsx';
import { StrengthCard } from './strength-card.tsx';

export default function Policy() {
  const t = useTexts();
  const settings = useSettings();
  return (
    <Page title={t('policy.title')} lead={t('policy.lead')}>
      <Loaded query={settings} lines={8}>
        {(data) => (
          <>
            <MarginCard settings={data} />
            <MethodsCard settings={data} />
            <StrengthCard settings={data} />
            <RetentionCard settings={data} />
            <SitesCard settings={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
