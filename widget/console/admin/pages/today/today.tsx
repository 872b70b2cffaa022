// The operators' first page: health, overdue work, and usage.
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Comparison } from './comparison.tsx';
import { Failures } from './failures.tsx';
import { Platform } from './platform.tsx';
import { Schedules } from './schedules.tsx';
import { ServiceParts } from './service-parts.tsx';
import { Waiting } from './waiting.tsx';

export default function Today() {
  const t = useTexts();
  return (
    <Page title={t('today.title')} lead={t('today.lead')}>
      <ServiceParts />
      <Comparison />
      <div className="columns">
        <Waiting />
        <div className="page">
          <Failures />
          <Schedules />
        </div>
      </div>
      <Platform />
    </Page>
  );
}
