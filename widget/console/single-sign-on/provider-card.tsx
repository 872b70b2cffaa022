import { useState, type ReactNode } from 'react';
import { FreshError } from '../security/fresh-error.tsx';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextInput } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { LinesInput } from '../ui/lines-input.tsx';
import { News } from '../ui/note.tsx';
import { Select } from '../ui/select.tsx';
import { useDraft } from '../ui/use-draft.ts';
import {
  changesOf,
  draftOf,
  readRoleMap,
  type ProviderChanges,
  type ProviderDraft,
  type ProviderSetting,
} from './provider-draft.ts';
import { useSave } from './use-save.ts';

interface RoleChoices<R extends string> {
  /** The roles that the provider may assign. */
  roles: readonly { value: R; label: string }[];
  /**
   * The hint and the error text of the role map. The caller provides them, because they name the
   * console's roles.
   */
  mapHint: string;
  mapBad: string;
}

interface Props<R extends string> extends RoleChoices<R> {
  sso: ProviderSetting<R>;
  /** Fields that only one of the consoles has. They are saved together with the other fields. */
  more?: ReactNode;
  onSave: (changes: ProviderChanges<R>) => Promise<ProviderSetting<R>>;
  /** A dialog that removes the provider after the user has typed a word to confirm. */
  removeDialog: (onClose: () => void) => ReactNode;
}

/**
 * The form for the client that is registered with the provider, and for the roles of people who
 * sign in with the provider.
 */
export function ProviderCard<R extends string>(props: Props<R>) {
  const { sso, more, onSave, removeDialog, ...choices } = props;
  const t = useTexts();
  const { draft, change, restart } = useDraft(sso, draftOf<R>);
  const [isRemoving, setRemoving] = useState(false);
  const names = choices.roles.map(({ value }) => value);
  const save = useSave(() => onSave(changesOf(draft, names)), restart);
  const isWrong = readRoleMap(draft.roleMap, names) === undefined;
  return (
    <Card title={t('sso.provider')}>
      <Form onSubmit={() => !isWrong && save.run()}>
        <ClientFields draft={draft} change={change} isKept={sso.has_client_secret} />
        {more}
        <RoleFields draft={draft} change={change} isWrong={isWrong} {...choices} />
        {save.error !== undefined && <FreshError error={save.error} />}
        {save.isSaved && <News tone="good">{t('sso.saved')}</News>}
        <div className="dialog-foot">
          {sso.issuer !== null && (
            <Button look="plain" onPress={() => setRemoving(true)}>
              {t('sso.remove')}
            </Button>
          )}
          <Button type="submit" look="primary" isPending={save.isRunning} isDisabled={isWrong}>
            {t('act.save')}
          </Button>
        </div>
      </Form>
      {isRemoving && removeDialog(() => setRemoving(false))}
    </Card>
  );
}

interface FieldsProps<R extends string> {
  draft: ProviderDraft<R>;
  change: (part: Partial<ProviderDraft<R>>) => void;
}

function ClientFields<R extends string>({
  draft,
  change,
  isKept,
}: FieldsProps<R> & { isKept: boolean }) {
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

function RoleFields<R extends string>(
  props: FieldsProps<R> & RoleChoices<R> & { isWrong: boolean },
) {
  const { draft, change, isWrong, roles, mapHint, mapBad } = props;
  const t = useTexts();
  return (
    <>
      <Select<R | 'none'>
        label={t('sso.default_role')}
        hint={t('sso.default_role_hint')}
        value={draft.defaultRole}
        onChange={(defaultRole) => change({ defaultRole })}
        options={[{ value: 'none', label: t('sso.invited_only') }, ...roles]}
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
        hint={mapHint}
        error={isWrong ? mapBad : undefined}
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
