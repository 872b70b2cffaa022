// The user's preferences in this browser: language and theme. They use native `select` elements,
// which every phone handles well.
import { useId, useState, type ReactNode } from 'react';
import { applyTheme, storedTheme, THEMES } from '../browser/theme.ts';
import { useLanguage } from '../texts/context.ts';
import { LANGUAGES, type ConsoleLanguage } from '../texts/languages.ts';

export function LanguageChoice() {
  const { t, language, choose } = useLanguage();
  return (
    <Choice
      label={t('shell.language')}
      value={language}
      onChoose={(value) => choose(value as ConsoleLanguage)}
    >
      {Object.entries(LANGUAGES).map(([code, { name }]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </Choice>
  );
}

export function ThemeChoice() {
  const { t } = useLanguage();
  const [theme, setTheme] = useState(storedTheme);
  return (
    <Choice
      label={t('shell.theme')}
      value={theme}
      onChoose={(value) => {
        const chosen = THEMES.find((one) => one === value) ?? 'system';
        setTheme(chosen);
        applyTheme(chosen);
      }}
    >
      {THEMES.map((one) => (
        <option key={one} value={one}>
          {t(`shell.theme_${one}`)}
        </option>
      ))}
    </Choice>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChoose(target.value)}>
        {children}
      </select>
    </div>
  );
}
