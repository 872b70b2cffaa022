// Where people leave the check, by language and type of device. The counts are shown only to
// customers that have switched counting on (D-124), and never for small groups.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { CountingSwitch } from './counting-switch.tsx';
import { DropOffs } from './drop-offs.tsx';

export function FallThrough() {
  const t = useTexts();
  const formats = useFormats();
  const client = useClient();
  const { role } = useUser();
  const [month, setMonth] = useState<string>();
  const query = month === undefined ? {} : { month };
  const found = useQuery({
    queryKey: ['fall-through', month],
    queryFn: () =>
      dataOf(client.GET('/dashboard/v1/analytics/fall-through', { params: { query } })),
  });
  return (
    <Card title={t('fall.title')}>
      <p className="muted">{t('fall.text')}</p>
      <Loaded query={found} lines={6}>
        {({ collecting, minimum: count, months, leavings, ...answer }) => (
          <>
            {!collecting && <p>{t('fall.off')}</p>}
            {collecting && (
              <div className="inline-form">
                <Select
                  label={t('fall.month')}
                  value={answer.month}
                  onChange={setMonth}
                  options={months.map((value) => ({ value, label: formats.month(value) }))}
                />
              </div>
            )}
            {collecting && leavings.length === 0 && (
              <Empty icon="chart" title={t('fall.empty')} text={t('fall.empty_text', { count })} />
            )}
            {leavings.length > 0 && (
              <>
                <DropOffs leavings={leavings} />
                <p className="muted small">{t('fall.missing', { count })}</p>
              </>
            )}
            {mayDo(role, 'settings.write') && <CountingSwitch isOn={collecting} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}
