import { accentFor, contrast, parseHex, SURFACE } from '../../../../hosted/site/accent.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { TextInput } from '../../../ui/field.tsx';

/**
 * The hosted page's default colour, which the browser's colour picker shows while the setting is
 * empty.
 */
const OWN = '#3b5bdb';
/** The minimum contrast of text (WCAG 2.2, 1.4.3). */
const NEEDED = 4.5;
const SIDES = ['light', 'dark'] as const;

interface Props {
  value: string;
  error: string | undefined;
  isDisabled: boolean;
  onChange: (color: string) => void;
}

/**
 * A colour input. For each theme, it shows the colour that the page will use, which is adjusted if
 * text in the chosen colour would not be readable.
 */
export function ColorInput({ value, error, isDisabled, onChange }: Props) {
  const t = useTexts();
  const isColor = /^#[0-9a-f]{6}$/i.test(value.trim());
  return (
    <div className="field">
      <div className="inline-form color-field">
        <TextInput
          label={t('look.color')}
          hint={t('look.color_hint')}
          isCode
          value={value}
          error={error}
          isDisabled={isDisabled}
          onChange={onChange}
        />
        <input
          type="color"
          className="color-picker"
          aria-label={t('look.color_pick')}
          disabled={isDisabled}
          value={isColor ? value.trim() : OWN}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      {isColor && (
        <ul className="contrasts" aria-live="polite">
          {SIDES.map((side) => (
            <Contrast key={side} color={value.trim()} side={side} />
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * Shows the contrast against the background of one theme, computed with the same formula as on the
 * page.
 */
function Contrast({ color, side }: { color: string; side: (typeof SIDES)[number] }) {
  const t = useTexts();
  const { number } = useFormats();
  const [own, surface] = [parseHex(color), parseHex(SURFACE[side])];
  if (own === undefined || surface === undefined) return null;
  const ratio = contrast(own, surface);
  const { fill, onFill, ink } = accentFor(color, side);
  // The contrast is rounded down, so that a value just below the minimum does not appear to be
  // sufficient.
  const values = { ratio: apart(`${number(Math.floor(ratio * 10) / 10)}:1`), ink: apart(ink) };
  return (
    <li>
      <span
        className="swatch"
        style={{ backgroundColor: fill, color: onFill, outlineColor: SURFACE[side] }}
        aria-hidden="true"
      >
        Aa
      </span>
      <span className="small">
        {t(ratio >= NEEDED ? `look.readable_${side}` : `look.adjusted_${side}`, values)}
      </span>
    </li>
  );
}

/**
 * Isolates the text from surrounding text that runs in the other direction (Unicode LRI and PDI).
 */
const apart = (text: string): string => `\u2066${text}\u2069`;
