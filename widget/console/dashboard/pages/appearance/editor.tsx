import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import languages from '../../../../locales/languages.json' with { type: 'json' };
import { faultOf } from '../../../api/call-error.ts';
import { useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ErrorNote, Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { useUnsaved } from '../../../ui/use-unsaved.ts';
import { useSave } from '../../use-save.ts';
import { ColorInput } from './color-input.tsx';
import { LogoInput } from '../../logo-input.tsx';
import {
  changesOf,
  draftOf,
  NOTICE_FIELDS,
  THEMES,
  type Draft,
  type Settings,
} from './look-draft.ts';
import { Preview } from './preview.tsx';

/** The settings, and the page as it would be with them. */
export function Editor({ settings }: { settings: Settings }) {
  const t = useTexts();
  const { role } = useUser();
  const { draft, ...form } = useDraft(settings, draftOf);
  const changes = changesOf(settings, draft);
  const count = Object.keys(changes).length;
  const save = useSave(changes);
  useUnsaved(count > 0, t('look.leave'));
  const isDisabled = !mayDo(role, 'settings.write');
  const change = (part: Partial<Draft>) => {
    save.forgetSaved();
    form.change(part);
  };
  const discard = () => {
    form.discard();
    save.forget();
  };
  const text = (name: 'name' | (typeof NOTICE_FIELDS)[number]) => ({
    label: t(`look.${name}`),
    hint: t(`look.${name}_hint`),
    value: draft[name],
    onChange: (value: string) => change({ [name]: value }),
    error: faultOf(save.error, name, t(`look.${name}_bad`)),
    isDisabled,
  });
  return (
    <div className="columns look">
      <Card title={t('look.settings')}>
        <Form onSubmit={save.run}>
          <TextInput {...text('name')} isRequired />
          <ColorInput
            value={draft.color}
            error={faultOf(save.error, 'color', t('look.color_bad'))}
            isDisabled={isDisabled}
            onChange={(color) => change({ color })}
          />
          <LogoInput
            value={draft.logo}
            error={faultOf(save.error, 'logo', t('look.logo_bad'))}
            isDisabled={isDisabled}
            onChange={(logo) => change({ logo })}
          />
          <div className="fields">
            <Select
              label={t('look.theme')}
              value={draft.default_theme}
              onChange={(theme) => change({ default_theme: theme })}
              options={THEMES.map((value) => ({ value, label: t(`look.theme_${value}`) }))}
            />
            <Select
              label={t('look.language')}
              value={draft.default_locale}
              onChange={(locale) => change({ default_locale: locale })}
              options={[
                { value: '', label: t('look.language_own') },
                ...Object.entries(languages).map(([value, { name }]) => ({ value, label: name })),
              ]}
            />
          </div>
          <h3>{t('look.notice')}</h3>
          <p className="muted small">{t('look.notice_text')}</p>
          {NOTICE_FIELDS.map((name) => (
            <TextInput key={name} {...text(name)} isCode={name !== 'controller_name'} />
          ))}
          {count > 0 && !isDisabled && (
            <Note tone="warn" title={t('policy.changes', { count })}>
              <p>{t('look.unsaved')}</p>
            </Note>
          )}
          {save.error !== undefined && <ErrorNote error={save.error} />}
          {save.isSaved && count === 0 && (
            <Note tone="good" isNews>
              <p>{t('policy.saved')}</p>
            </Note>
          )}
          {isDisabled ? (
            <p className="muted small">{t('policy.read_only')}</p>
          ) : (
            <div className="dialog-foot">
              {count > 0 && <Button onPress={discard}>{t('policy.discard')}</Button>}
              <Button
                type="submit"
                look="primary"
                isPending={save.isRunning}
                isDisabled={count === 0}
              >
                {t('policy.save')}
              </Button>
            </div>
          )}
        </Form>
      </Card>
      <Preview draft={draft} />
    </div>
  );
}
