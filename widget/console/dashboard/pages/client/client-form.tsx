import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf } from '../../../api/call-error.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { LinesInput } from '../../../ui/lines-input.tsx';
import { ErrorNote, Note } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import { LogoInput } from '../../logo-input.tsx';
import { Switches } from '../../switches.tsx';
import { changesOf, draftOf, FLAGS, SCOPES, AGES, type Draft, type Found } from './client-draft.ts';

interface Props {
  found: Found;
  mayWrite: boolean;
}

/** Only what differs is sent, so that a colleague's change of something else stays. */
export function ClientForm({ found, mayWrite }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const { draft, restart, ...form } = useDraft(found, draftOf);
  const [isSaved, setSaved] = useState(false);
  const changes = changesOf(found, draft);
  const hasChanges = Object.keys(changes).length > 0;
  const save = useAction(async () => {
    const saved = await dataOf(
      client.PATCH('/dashboard/v1/oauth-clients/{id}', {
        params: { path: { id: found.id } },
        body: changes,
      }),
    );
    answers.setQueryData(['clients', found.id], saved);
    restart(saved);
    setSaved(true);
  });
  const change = (part: Partial<Draft>) => {
    setSaved(false);
    form.change(part);
  };
  const discard = () => {
    form.discard();
    save.forget();
  };
  const { error } = save;
  const noAge = faultOf(error, 'age_thresholds', t('clients.age_thresholds_bad'));
  const lines = (name: 'redirect_uris' | 'post_logout_redirect_uris' | 'web_origins') => ({
    label: t(`clients.${name}`),
    hint: t(`clients.${name}_hint`),
    value: draft[name],
    onChange: (value: string) => change({ [name]: value }),
    error: faultOf(error, name, t(`clients.${name}_bad`)),
    isDisabled: !mayWrite,
  });
  const address = (name: 'backchannel_logout_uri' | 'frontchannel_logout_uri') => ({
    label: t(`clients.${name}`),
    hint: t(`clients.${name}_hint`),
    value: draft[name],
    onChange: (value: string) => change({ [name]: value }),
    error: faultOf(error, name, t(`clients.${name}_bad`)),
    isCode: true,
    isDisabled: !mayWrite,
  });
  return (
    <Card title={t('client.settings')}>
      <Form onSubmit={save.run}>
        <TextInput
          label={t('clients.name')}
          hint={t('clients.name_hint')}
          isRequired
          isDisabled={!mayWrite}
          value={draft.name}
          onChange={(name) => change({ name })}
          error={faultOf(error, 'name', t('clients.name_bad'))}
        />
        <LogoInput
          value={draft.logo}
          error={faultOf(error, 'logo', t('look.logo_bad'))}
          isDisabled={!mayWrite}
          onChange={(logo) => change({ logo })}
        />
        <LinesInput {...lines('redirect_uris')} isRequired />
        <Switches
          title={t('clients.scopes')}
          hint={t('clients.scopes_hint')}
          isDisabled={!mayWrite}
          options={SCOPES.map((name) => ({ name, label: t(`scope.${name}`), hint: name }))}
          chosen={draft.scopes}
          onChange={(scopes) => change({ scopes })}
        />
        <Switches
          title={t('clients.age_thresholds')}
          hint={t('clients.age_thresholds_hint')}
          isDisabled={!mayWrite}
          isInline
          options={AGES.map((name) => ({ name, label: name }))}
          chosen={draft.ages}
          onChange={(ages) => change({ ages })}
        />
        {noAge !== undefined && <p className="field-error">{noAge}</p>}
        <LinesInput {...lines('post_logout_redirect_uris')} />
        <TextInput {...address('backchannel_logout_uri')} />
        <TextInput {...address('frontchannel_logout_uri')} />
        {found.token_endpoint_auth_method === 'none' && <LinesInput {...lines('web_origins')} />}
        <Switches
          title={t('clients.more')}
          isDisabled={!mayWrite}
          options={FLAGS.map((name) => ({
            name,
            label: t(`clients.${name}`),
            hint: t(`clients.${name}_hint`),
          }))}
          chosen={draft.on}
          onChange={(on) => change({ on })}
        />
        {error !== undefined && <ErrorNote error={error} />}
        {isSaved && !hasChanges && (
          <Note tone="good" isNews>
            <p>{t('client.saved')}</p>
          </Note>
        )}
        {mayWrite && (
          <div className="dialog-foot">
            {hasChanges && <Button onPress={discard}>{t('policy.discard')}</Button>}
            <Button
              type="submit"
              look="primary"
              isPending={save.isRunning}
              isDisabled={!hasChanges}
            >
              {t('policy.save')}
            </Button>
          </div>
        )}
      </Form>
    </Card>
  );
}
