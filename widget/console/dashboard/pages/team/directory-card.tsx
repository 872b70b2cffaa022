// The customer's directory (SCIM): the URL for its requests, and its tokens.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import type { WireScimToken } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Copied } from '../../../ui/copied.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { DirectoryTokenDialog } from './directory-token-dialog.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { describeRole } from './describe-role.ts';

/** The consoles have the same origin as the service. */
const BASE_URL = `${location.origin}/scim/v2`;

export function DirectoryCard() {
  const t = useTexts();
  const client = useClient();
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<WireScimToken>();
  const directory = useQuery({
    queryKey: ['directory'],
    queryFn: () => dataOf(client.GET('/dashboard/v1/scim-tokens')),
  });
  const create = <Button onPress={() => setMaking(true)}>{t('directory.create')}</Button>;
  return (
    <Card title={t('directory.title')} aside={create}>
      <p className="muted">{t('directory.lead')}</p>
      <Loaded query={directory} lines={3}>
        {(tokens) => (
          <>
            <p>
              {t('directory.base_url')} <Copied text={BASE_URL} label={t('directory.base_url')} />
            </p>
            {tokens.length === 0 && <p className="muted">{t('directory.none')}</p>}
            <ul className="rows">
              {tokens.map((token) => (
                <li key={token.id} className="row">
                  <Token token={token} onRevoke={() => setRevoked(token)} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {isMaking && <DirectoryTokenDialog onClose={() => setMaking(false)} />}
      {revoked !== undefined && (
        <RevokeTokenDialog token={revoked} onClose={() => setRevoked(undefined)} />
      )}
    </Card>
  );
}

function Token({ token, onRevoke }: { token: WireScimToken; onRevoke: () => void }) {
  const t = useTexts();
  const { last_four: end, last_used_at: usedAt } = token;
  return (
    <>
      <span className="row-text">
        <code dir="ltr">{`xsc_…${end}`}</code>
        <span className="table-note">
          {describeRole(token.default_role, t)} ·{' '}
          {t(token.expired ? 'directory.expired' : 'directory.expires')}{' '}
          <Moment at={token.expires_at} /> · {t('directory.last_used')}{' '}
          {usedAt === undefined ? t('directory.never') : <Moment at={usedAt} />}
        </span>
      </span>
      <Button look="plain" aria-label={t('directory.revoke_named', { end })} onPress={onRevoke}>
        {t('directory.revoke')}
      </Button>
    </>
  );
}
