// The rings of signing keys: which key signs, which key is next, and a button to rotate early.
import { useState } from 'react';
import { mayDo } from '../../../../../src/domain/customers/admins/rights.ts';
import { useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { useHealth } from '../../queries.ts';
import { PassCounts } from './pass-counts.tsx';
import { PURPOSES, type KeyPurpose } from './purposes.ts';
import { Ring } from './ring.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

export default function Keys() {
  const t = useTexts();
  const health = useHealth();
  const mayRotate = mayDo(useUser().role, 'keys.rotate');
  const [selected, setSelected] = useState<KeyPurpose>();
  return (
    <Page title={t('rings.title')} lead={t('rings.lead')}>
      <Note tone="warn">
        <p>{t('rings.compromise')}</p>
        <p>
          <bdi className="code">npm run keys:rotate -- --remote</bdi>
        </p>
      </Note>
      <Loaded query={health} lines={8}>
        {({ keys }) =>
          PURPOSES.map((purpose) => (
            <Ring
              key={purpose}
              purpose={purpose}
              keys={keys.filter((one) => one.purpose === purpose)}
              {...(mayRotate && { onRotate: () => setSelected(purpose) })}
            />
          ))
        }
      </Loaded>
      <PassCounts />
      {selected !== undefined && (
        <RotateDialog purpose={selected} onClose={() => setSelected(undefined)} />
      )}
    </Page>
  );
}
