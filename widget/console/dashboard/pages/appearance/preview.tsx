import { useEffect, useRef, useState } from 'react';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Empty, ErrorNote, Note } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { appearanceOf, type LookDraft } from './look-draft.ts';

/**
 * The width and height of a phone, a tablet and a computer. The hosted page has a different layout
 * at each of these widths.
 */
const SIZES = { phone: [390, 780], tablet: [768, 900], computer: [1280, 900] } as const;
type Size = keyof typeof SIZES;
const NAMES = Object.keys(SIZES) as Size[];

/**
 * Shows the check's real page in its own test session. The preview starts on demand, because each
 * session is counted and notifies the customer's endpoints.
 */
export function Preview({ draft }: { draft: LookDraft }) {
  const t = useTexts();
  const client = useClient();
  const { role } = useUser();
  const [size, setSize] = useState<Size>('phone');
  const [shown, setShown] = useState<{ url: string; look: string }>();
  const { default_theme: theme, default_locale: locale } = draft;
  const look = JSON.stringify(draft);
  const begin = useAction(async () => {
    const { verify_url: url } = await dataOf(
      client.POST('/dashboard/v1/test-sessions', {
        body: {
          framed: true,
          theme,
          ...(locale !== '' && { locale }),
          appearance: appearanceOf(draft),
        },
      }),
    );
    setShown({ url, look });
  });
  if (!mayDo(role, 'sessions.try')) return null;
  return (
    <Card title={t('look.preview')}>
      <div className="page-actions">
        <Button
          look={shown?.look === look ? 'soft' : 'primary'}
          isPending={begin.isRunning}
          onPress={begin.run}
        >
          {t(shown === undefined ? 'look.show' : 'look.show_again')}
        </Button>
      </div>
      <Widths size={size} onChoose={setSize} />
      {begin.error !== undefined && <ErrorNote error={begin.error} />}
      {shown !== undefined && shown.look !== look && (
        <Note>
          <p>{t('look.stale')}</p>
        </Note>
      )}
      {shown === undefined ? (
        <Empty icon="eye" title={t('look.none')} text={t('look.none_text')} />
      ) : (
        <Frame key={shown.url} url={shown.url} size={size} />
      )}
      <p className="muted small">{t('look.preview_text')}</p>
    </Card>
  );
}

function Widths({ size, onChoose }: { size: Size; onChoose: (size: Size) => void }) {
  const t = useTexts();
  return (
    <fieldset className="checks inline">
      <legend className="field-label">{t('look.width')}</legend>
      {NAMES.map((each) => (
        <label key={each} className="check">
          <input
            type="radio"
            name="preview-width"
            checked={size === each}
            onChange={() => onChoose(each)}
          />
          <span>{t(`look.width_${each}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A frame as wide as the device, scaled down to fit. */
function Frame({ url, size }: { url: string; size: Size }) {
  const t = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setRoom(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const [width, height] = SIZES[size];
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div className="preview" ref={place} style={{ height: height * scale }}>
      <iframe
        title={t('look.preview')}
        src={url}
        style={{ width, height, transform: `scale(${scale})` }}
      />
    </div>
  );
}
