// The page that creates API keys and shows each new key once, replaces keys with an overlap, and
// revokes keys.
import { useState } from 'react';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { useUser } from '../../../session/context.ts';
import { useMode } from '../../../shell/mode.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty } from '../../../ui/note.tsx';
import { useKeys } from '../../queries.ts';
import { KeyTable } from './key-table.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

export default function Keys() {
  const t = useTexts();
  const mode = useMode();
  const { role } = useUser();
  const keys = useKeys();
  const [isMaking, setMaking] = useState(false);
  const create = mayDo(role, 'keys.write') && (
    <Button look="primary" onPress={() => setMaking(true)}>
      {t('keys.create')}
    </Button>
  );
  return (
    <Page title={t('keys.title')} lead={t('keys.lead')} actions={create}>
      <Card>
        <Loaded query={keys} lines={4}>
          {({ rows }) => {
            const shown = rows.filter((key) => key.mode === mode);
            return shown.length === 0 ? (
              <Empty icon="key" title={t(`keys.none_${mode}`)} text={t(`keys.none_${mode}_text`)} />
            ) : (
              <KeyTable rows={shown} />
            );
          }}
        </Loaded>
      </Card>
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
