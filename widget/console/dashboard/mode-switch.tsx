// Live or test data: unmistakable, because a test session proves no age.
import { useId } from 'react';
import { useChosenMode, type Mode } from '../shell/mode.ts';
import { useTexts } from '../texts/context.ts';

const MODES: readonly Mode[] = ['live', 'test'];

/**
 * What of live and test a page is about: the `chosen` one; one thing, of which it is `said` which it is; both alike (`shared`);
 * or one of them, whatever was chosen.
 */
export type PageModes = 'chosen' | 'said' | 'shared' | Mode;

/** In the place of the switch, where it would change nothing, stands what the page is about. */
export const ModeOfPage = ({ modes }: { modes: PageModes }) =>
  modes === 'chosen' ? <ModeSwitch /> : <ModeNote modes={modes} />;

function ModeNote({ modes }: { modes: Exclude<PageModes, 'chosen'> }) {
  const t = useTexts();
  return <p className="mode-note">{t(`mode.only_${modes}`)}</p>;
}

function ModeSwitch() {
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
