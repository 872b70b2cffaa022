import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf } from '../../../api/call-error.ts';
import type { WireOperatorSso } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { ProviderCard } from '../../../single-sign-on/provider-card.tsx';
import { useTexts } from '../../../texts/context.ts';
import { linesOf } from '../../../ui/lines-of.ts';
import { LinesInput } from '../../../ui/lines-input.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useChangeSso } from './use-change-sso.ts';

const GIVEN_ROLES = ['support', 'analyst'] as const;

const draftOf = ({ domains }: WireOperatorSso) => ({ domains: domains.join('\n') });

/**
 * The operators' identity provider, the domains whose email addresses it may vouch for, and the
 * roles that its users receive.
 */
export function OperatorsProvider({ sso }: { sso: WireOperatorSso }) {
  const t = useTexts();
  const save = useChangeSso();
  const { draft, change, restart } = useDraft(sso, draftOf);
  const [error, setError] = useState<unknown>();
  return (
    <ProviderCard
      sso={sso}
      more={
        <LinesInput
          label={t('operator_sso.domains')}
          hint={t('operator_sso.domains_hint')}
          error={faultOf(error, 'domains', t('operator_sso.domains_bad'))}
          value={draft.domains}
          onChange={(domains) => change({ domains })}
        />
      }
      roles={GIVEN_ROLES.map((value) => ({ value, label: t(`operator_role.${value}`) }))}
      mapHint={t('operator_sso.role_map_hint')}
      mapBad={t('operator_sso.role_map_bad')}
      onSave={async (changes) => {
        setError(undefined);
        try {
          const saved = await save({ ...changes, domains: linesOf(draft.domains) });
          restart(saved);
          return saved;
        } catch (refused) {
          setError(refused);
          throw refused;
        }
      }}
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
        await client.DELETE('/admin/v1/sso');
        await answers.invalidateQueries({ queryKey: ['sso'] });
      }}
    >
      <p>{t('operator_sso.remove_text')}</p>
    </ConfirmDialog>
  );
}
