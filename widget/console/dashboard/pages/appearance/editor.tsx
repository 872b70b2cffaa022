import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import languages from '../../../../locales/languages.json' with { type: 'json' };
import { faultOf } from '../../../api/call-error.ts';
import { useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ErrorNote, News, Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { useUnsaved } from '../../../ui/use-unsaved.ts';
import { LogoInput } from '../../logo-input.tsx';
import { SaveFooter } from '../../save-footer.tsx';
import { useSave } from '../../use-save.ts';
import { ColorInput } from './color-input.tsx';
import {
  changesOf,
  draftOf,
  NOTICE_FIELDS,
  THEMES,
  type LookDraft,
  type LookSettings,
} from './look-draft.ts';
import { Preview } from './preview.tsx';

/** The settings, and a preview of the page with these settings. */
export function Editor({ settings }: { settings: LookSettings }) {
  const t = useTexts();
  const { role } = useUser();
  const { draft, ...form } = useDraft(settings, draftOf);
  const changes = changesOf(settings, draft);
  const count = Object.keys(changes).length;
  const save = useSave(changes);
  useUnsaved(count > 0, t('look.leave'));
  const isDisabled = !mayDo(role, 'settings.write');
  const change = (part: Partial<LookDraft>) => {
    save.forgetSaved();
    form.change(part);
  };
  const discard = () => {
    form.discard();
    save.forget();
  };
  const field = (name: 'name' | 'color' | 'logo' | (typeof NOTICE_FIELDS)[number]) => ({
    value: draft[name],
    onChange: (value: string) => change({ [name]: value }),
    error: faultOf(save.error, name, t(`look.${name}_bad`)),
    isDisabled,
  });
  const text = (name: 'name' | (typeof NOTICE_FIELDS)[number]) => ({
    ...field(name),
    label: t(`look.${name}`),
    hint: t(`look.${name}_hint`),
  });
  return (
    <div className="columns look">
      <Card title={t('look.settings')}>
        <Form onSubmit={save.run}>
          <TextInput {...text('name')} isRequired />
          <ColorInput {...field('color')} />
          <LogoInput {...field('logo')} />
          <DefaultFields draft={draft} onChange={change} />
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
          {save.isSaved && count === 0 && <News tone="good">{t('policy.saved')}</News>}
          {isDisabled ? (
            <p className="muted small">{t('policy.read_only')}</p>
          ) : (
            <SaveFooter isChanged={count > 0} isRunning={save.isRunning} onDiscard={discard} />
          )}
        </Form>
      </Card>
      <Preview draft={draft} />
    </div>
  );
}

interface DefaultProps {
  draft: LookDraft;
  onChange: (part: Partial<LookDraft>) => void;
}

/** The fields for the theme and the language of sessions that do not specify their own. */
function DefaultFields({ draft, onChange }: DefaultProps) {
  const t = useTexts();
  return (
    <div className="fields">
      <Select
        label={t('look.theme')}
        value={draft.default_theme}
        onChange={(theme) => onChange({ default_theme: theme })}
        options={THEMES.map((value) => ({ value, label: t(`look.theme_${value}`) }))}
      />
      <Select
        label={t('look.language')}
        value={draft.default_locale}
        onChange={(locale) => onChange({ default_locale: locale })}
        options={[
          { value: '', label: t('look.language_own') },
          ...Object.entries(languages).map(([value, { name }]) => ({ value, label: name })),
        ]}
      />
    </div>
  );
}
