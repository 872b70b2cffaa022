import { useState } from 'react';
import { mayDo } from '../../../../../src/domain/team/rights.ts';
import type { components } from '../../../api/schema.ts';
import { useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/card.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { nameOfKey } from './key-name.ts';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

type Key = components['schemas']['ApiKey'];

const TONES = { active: 'good', expired: 'plain', revoked: 'plain' } as const;

export function KeyTable({ rows }: { rows: readonly Key[] }) {
  const t = useTexts();
  const { role } = useUser();
  const [open, setOpen] = useState<{ act: 'rotate' | 'revoke'; key: Key }>();
  const close = () => setOpen(undefined);
  const mayWrite = mayDo(role, 'keys.write');
  return (
    <>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('keys.name')}</th>
            <th scope="col">{t('keys.key')}</th>
            <th scope="col">{t('keys.status')}</th>
            <th scope="col">{t('keys.last_used')}</th>
            {mayWrite && (
              <th scope="col">
                <span className="hidden">{t('keys.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((key) => (
            <tr key={key.id}>
              <td className="table-main">
                <strong>{key.name === '' ? t('keys.unnamed') : key.name}</strong>
                <span className="table-note">{t(`keys.${key.kind}`)}</span>
              </td>
              <td>
                <code dir="ltr">{`${key.prefix}…${key.last_four}`}</code>
              </td>
              <td>
                <Badge tone={TONES[key.status]}>{t(`keys.${key.status}`)}</Badge>
                {key.status === 'active' && key.expires_at !== undefined && (
                  <span className="table-note">
                    {t('keys.ends')} <Moment at={key.expires_at} />
                  </span>
                )}
              </td>
              <td data-label={t('keys.last_used')}>
                {key.last_used_at === undefined ? (
                  t('keys.never')
                ) : (
                  <Moment at={key.last_used_at} />
                )}
              </td>
              {mayWrite && (
                <td className="table-actions">
                  {key.status === 'active' && (
                    <>
                      {key.expires_at === undefined && (
                        <Button
                          look="plain"
                          aria-label={t('keys.rotate_named', { name: nameOfKey(key) })}
                          onPress={() => setOpen({ act: 'rotate', key })}
                        >
                          {t('keys.rotate')}
                        </Button>
                      )}
                      <Button
                        look="plain"
                        aria-label={t('keys.revoke_named', { name: nameOfKey(key) })}
                        onPress={() => setOpen({ act: 'revoke', key })}
                      >
                        {t('keys.revoke')}
                      </Button>
                    </>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {open?.act === 'rotate' && <RotateDialog apiKey={open.key} onClose={close} />}
      {open?.act === 'revoke' && <RevokeDialog apiKey={open.key} onClose={close} />}
    </>
  );
}
