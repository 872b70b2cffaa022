import { useQueryClient } from '@tanstack/react-query';
import type { WireSso } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { ProviderCard } from '../../../single-sign-on/provider-card.tsx';
import { useTexts } from '../../../texts/context.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useChangeSso } from './use-change-sso.ts';

const GIVEN_ROLES = ['developer', 'analyst', 'reviewer'] as const;

/** The team's identity provider, and the roles assigned to people who sign in with it. */
export function OwnProvider({ sso }: { sso: WireSso }) {
  const t = useTexts();
  return (
    <ProviderCard
      sso={sso}
      roles={GIVEN_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
      mapHint={t('sso.role_map_hint')}
      mapBad={t('sso.role_map_bad')}
      onSave={useChangeSso()}
      removeDialog={(onClose) => <RemoveDialog word={sso.issuer ?? ''} onClose={onClose} />}
    />
  );
}

function RemoveDialog({ word, onClose }: { word: string; onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  return (
    <ConfirmDialog
      title={t('sso.remove_title')}
      word={word}
      act={t('sso.remove')}
      onClose={onClose}
      onConfirm={async () => {
        await client.DELETE('/dashboard/v1/sso');
        await answers.invalidateQueries({ queryKey: ['sso'] });
      }}
    >
      <p>{t('sso.remove_text')}</p>
    </ConfirmDialog>
  );
}
