// The switch between live and test data. It must be unmistakable, because a test session does not
// verify anyone's age.
import { useId } from 'react';
import { useChosenMode, type Mode } from '../shell/mode.ts';
import { useTexts } from '../texts/context.ts';

const MODES: readonly Mode[] = ['live', 'test'];

/**
 * The data that a page shows: the mode that the member has chosen (`chosen`); items that each state
 * their own mode (`said`); data that is the same for both modes (`shared`); or a fixed mode,
 * regardless of the choice.
 */
export type PageModes = 'chosen' | 'said' | 'shared' | Mode;

/**
 * The mode switch or, on a page that does not follow it, a note about the data that the page shows.
 */
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
