import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireSso } from '../../../api/wire.ts';
import { FreshError } from '../../../security/fresh-error.tsx';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { LinesInput } from '../../../ui/lines-input.tsx';
import { News } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import {
  changesOf,
  draftOf,
  GIVEN_ROLES,
  readRoleMap,
  type ProviderDraft,
} from './provider-draft.ts';
import { useChangeSso } from './use-change-sso.ts';

/** The client at the provider, and the role that its people get here. */
export function ProviderCard({ sso }: { sso: WireSso }) {
  const t = useTexts();
  const { draft, change, restart } = useDraft(sso, draftOf);
  const [isRemoving, setRemoving] = useState(false);
  const save = useChangeSso(changesOf(draft), restart);
  const isWrong = readRoleMap(draft.roleMap) === undefined;
  return (
    <Card title={t('sso.provider')}>
      <Form onSubmit={() => !isWrong && save.run()}>
        <ClientFields draft={draft} change={change} isKept={sso.has_client_secret} />
        <RoleFields draft={draft} change={change} isWrong={isWrong} />
        {save.error !== undefined && <FreshError error={save.error} />}
        {save.isSaved && <News tone="good">{t('sso.saved')}</News>}
        <div className="dialog-foot">
          {sso.issuer !== null && (
            <Button look="plain" onPress={() => setRemoving(true)}>
              {t('sso.remove')}
            </Button>
          )}
          <Button type="submit" look="primary" isPending={save.isRunning} isDisabled={isWrong}>
            {t('policy.save')}
          </Button>
        </div>
      </Form>
      {isRemoving && <RemoveDialog word={sso.issuer ?? ''} onClose={() => setRemoving(false)} />}
    </Card>
  );
}

interface FieldsProps {
  draft: ProviderDraft;
  change: (part: Partial<ProviderDraft>) => void;
}

function ClientFields({ draft, change, isKept }: FieldsProps & { isKept: boolean }) {
  const t = useTexts();
  return (
    <>
      <TextInput
        label={t('sso.issuer')}
        hint={t('sso.issuer_hint')}
        type="url"
        isRequired
        isCode
        value={draft.issuer}
        onChange={(issuer) => change({ issuer })}
      />
      <TextInput
        label={t('sso.client_id')}
        isRequired
        isCode
        autoComplete="off"
        value={draft.clientId}
        onChange={(clientId) => change({ clientId })}
      />
      <TextInput
        label={t('sso.client_secret')}
        hint={t(isKept ? 'sso.client_secret_kept' : 'sso.client_secret_hint')}
        type="password"
        isRequired={!isKept}
        isCode
        autoComplete="off"
        value={draft.clientSecret}
        onChange={(clientSecret) => change({ clientSecret })}
      />
    </>
  );
}

function RoleFields({ draft, change, isWrong }: FieldsProps & { isWrong: boolean }) {
  const t = useTexts();
  return (
    <>
      <Select
        label={t('sso.default_role')}
        hint={t('sso.default_role_hint')}
        value={draft.defaultRole}
        onChange={(defaultRole) => change({ defaultRole })}
        options={[
          { value: 'none', label: t('sso.invited_only') },
          ...GIVEN_ROLES.map((value) => ({ value, label: t(`role.${value}`) })),
        ]}
      />
      <TextInput
        label={t('sso.role_claim')}
        hint={t('sso.role_claim_hint')}
        isCode
        autoComplete="off"
        value={draft.roleClaim}
        onChange={(roleClaim) => change({ roleClaim })}
      />
      <LinesInput
        label={t('sso.role_map')}
        hint={t('sso.role_map_hint')}
        error={isWrong ? t('sso.role_map_bad') : undefined}
        value={draft.roleMap}
        onChange={(roleMap) => change({ roleMap })}
      />
      <LinesInput
        label={t('sso.factor_values')}
        hint={t('sso.factor_values_hint')}
        value={draft.factorValues}
        onChange={(factorValues) => change({ factorValues })}
      />
    </>
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
