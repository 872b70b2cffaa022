// What the customer accepts as a proof, and how sure an estimate has to be: with what it means before it is saved.
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { useSettings } from '../../queries.ts';
import { MarginCard } from './margin-card.tsx';
import { MethodsCard } from './methods-card.tsx';

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
          </>
        )}
      </Loaded>
    </Page>
  );
}
