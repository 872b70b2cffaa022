// The page that creates API keys and shows each new key once, replaces keys with an overlap, and
// revokes keys.
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { readChoice, withValue } from '../../../ui/address.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { KeyList, STATUSES } from './key-list.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

export default function Keys() {
  const t = useTexts();
  const { role } = useUser();
  const [address, setAddress] = useSearchParams();
  const [isMaking, setMaking] = useState(false);
  const status = readChoice(address, 'status', STATUSES);
  const create = mayDo(role, 'keys.write') && (
    <Button look="primary" onPress={() => setMaking(true)}>
      {t('keys.create')}
    </Button>
  );
  return (
    <Page title={t('keys.title')} lead={t('keys.lead')} actions={create}>
      <div className="filters">
        <Select
          label={t('keys.status')}
          value={status ?? ''}
          onChange={(value) => setAddress((now) => withValue(now, 'status', value))}
          options={[
            { value: '', label: t('filter.all') },
            ...STATUSES.map((value) => ({ value, label: t(`keys.${value}`) })),
          ]}
        />
      </div>
      <KeyList status={status} />
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
