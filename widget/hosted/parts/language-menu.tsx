// The language menu: a globe icon over the browser's native list, with each language's name in that
// language.
import languages from '../../locales/languages.json';
import { useTexts } from '../i18n/context.ts';
import { type HostedLanguage, pickLanguage } from '../i18n/load-language.ts';
import { Icon } from './icon.tsx';

export function LanguageMenu({ onChoose }: { onChoose: (language: HostedLanguage) => void }) {
  const t = useTexts();
  return (
    <label class="language">
      <Icon name="globe" />
      <span class="hidden">{t('language')}</span>
      <select
        value={t.language}
        autocomplete="off"
        onChange={(event) => onChoose(pickLanguage([event.currentTarget.value]))}
      >
        {Object.entries(languages).map(([code, { name }]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
