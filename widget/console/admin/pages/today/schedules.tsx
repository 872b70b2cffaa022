import { useTexts } from '../../../texts/context.ts';
import { Badge, Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { describeSchedule } from '../../describe-schedule.ts';
import { useHealth } from '../../queries.ts';

/** The last run of each schedule. */
export function Schedules() {
  const t = useTexts();
  const health = useHealth();
  return (
    <Card title={t('schedules.title')}>
      <Loaded query={health} lines={6}>
        {({ schedules }) => (
          <>
            {schedules.length === 0 && <p className="muted">{t('schedules.none')}</p>}
            <ul className="rows">
              {schedules.map(({ cron, finished_at: at, failed_steps: failed }) => (
                <li key={cron} className="row">
                  <span className="row-text">
                    {describeSchedule(cron, t)}
                    {failed.length > 0 && (
                      <span className="table-note" dir="ltr">
                        {failed.join(', ')}
                      </span>
                    )}
                  </span>
                  <Moment at={at} />
                  <Badge tone={failed.length === 0 ? 'good' : 'bad'}>
                    {t(failed.length === 0 ? 'schedules.ran' : 'schedules.failed')}
                  </Badge>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  );
}
