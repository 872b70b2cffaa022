import type { WireTenantFallThrough } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';

type DropOff = WireTenantFallThrough['leavings'][number];

/**
 * One bar for each step at which people leave the check, all on the same scale. The counts by
 * language and device are listed below each bar.
 */
export function DropOffs({ leavings }: { leavings: readonly DropOff[] }) {
  const t = useTexts();
  const formats = useFormats();
  const names = new Intl.DisplayNames(t.locale, { type: 'language' });
  const languageName = (language: string): string =>
    language === 'all' || language === 'other'
      ? t(`fall.language_${language}`)
      : (names.of(language) ?? language);
  const most = Math.max(...leavings.map(({ sessions }) => sessions));
  return (
    <ol className="bars">
      {leavings.map(({ left_at: place, sessions, groups }) => (
        <li key={place}>
          <span className="bar-label">{t(`fall.at_${place}`)}</span>
          <span className="bar-value">{formats.number(sessions)}</span>
          <progress max={most} value={sessions} aria-hidden="true" />
          {groups.length > 1 && (
            <ul className="bar-parts">
              {groups.map(({ language, device, sessions: part }) => (
                <li key={`${language} ${device}`}>
                  <span>
                    {t('fall.group', {
                      language: languageName(language),
                      device: t(`fall.device_${device}`),
                    })}
                  </span>
                  <span className="bar-value">{formats.number(part)}</span>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
