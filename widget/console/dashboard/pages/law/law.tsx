// The law page: which law applies to the checks, its effect in each place, and every rule with its
// sources.
import { useState } from 'react';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { useLaw, useSettings } from '../../queries.ts';
import { Places } from './places.tsx';
import { PolicyForm } from './policy-form.tsx';
import { Rules } from './rules.tsx';
import { Simulator, type LawQuestion } from './simulator.tsx';

export default function Law() {
  const t = useTexts();
  const settings = useSettings();
  const [asked, setAsked] = useState<LawQuestion>({});
  const law = useLaw(asked);
  return (
    <Page title={t('law.title')} lead={t('law.lead')}>
      <Note tone="warn" title={t('law.no_advice')}>
        <p>
          {t('law.no_advice_text')} <a href="/docs/jurisdictions">{t('law.more')}</a>
        </p>
      </Note>
      <Loaded query={settings} lines={4}>
        {(saved) => (
          <Loaded query={law} lines={8}>
            {(data) => (
              <>
                <PolicyForm settings={saved} places={data.places} />
                <Simulator data={data} asked={asked} onAsk={setAsked} />
                <Places places={data.places} />
                <Rules key={data.context} {...data} />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
