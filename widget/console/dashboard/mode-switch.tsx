// Live or test data: unmistakable, because a test session proves no age.
import { useId } from 'react';
import { useChosenMode, type Mode } from '../shell/mode.ts';
import { useTexts } from '../texts/context.ts';

const MODES: readonly Mode[] = ['live', 'test'];

export function ModeSwitch() {
  const t = useTexts();
  const { mode, choose } = useChosenMode();
  const name = useId();
  return (
    <fieldset className="modes">
      <legend className="hidden">{t('mode.legend')}</legend>
      {MODES.map((each) => (
        <label key={each} className={`mode ${each}`}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={mode === each}
            onChange={() => choose(each)}
          />
          <span>{t(`mode.${each}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function TestBanner() {
  const t = useTexts();
  return (
    <p className="test-banner" role="status">
      {t('mode.banner')}
    </p>
  );
}
