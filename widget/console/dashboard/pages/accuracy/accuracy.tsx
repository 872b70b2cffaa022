// The accuracy of the checks: what the margin means in figures, the error rates of the face
// comparison, how checks end and where people leave them, and how often a document proves an
// estimate wrong. The page also creates evidence packs.
import { useState } from 'react';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/select.tsx';
import { MarginOutlook } from '../../margin-outlook.tsx';
import { FaceRates } from './face-rates.tsx';
import { FallThrough } from './fall-through.tsx';
import { Outcomes } from './outcomes.tsx';
import { PackCard } from './pack-card.tsx';

const AGES = ['16', '18', '21'] as const;

export default function Accuracy() {
  const t = useTexts();
  const [age, setAge] = useState<(typeof AGES)[number]>('18');
  return (
    <Page title={t('truth.title')} lead={t('truth.lead')}>
      <Card title={t('truth.margin')}>
        <p className="muted">
          {t('truth.margin_text')} <a href="/docs/age-truth">{t('truth.measured')}</a>
        </p>
        <div className="inline-form">
          <Select
            label={t('margin.age')}
            value={age}
            onChange={setAge}
            options={AGES.map((value) => ({ value, label: value }))}
          />
        </div>
        <MarginOutlook title={t('margin.now')} age={Number(age)} rule={{}} />
      </Card>
      <FaceRates />
      <Outcomes />
      <FallThrough />
      <PackCard />
    </Page>
  );
}
