// Warns the visitor two minutes before a session ends, and offers to extend it with one button
// press if extensions are left.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FlowState } from '../state/flow.ts';
import { useTexts } from '../i18n/context.ts';
import { formatClock } from '../time/format.ts';
import { useSecondsLeft } from '../time/seconds-left.ts';
import { Announcer } from './announcer.tsx';
import { Button } from './button.tsx';

interface TimeProps {
  extensionsLeft: number;
  site: string;
  isBusy: boolean;
  onExtend: () => void;
  onClose: () => void;
}

/**
 * The time warning. It stays mounted while the session runs.
 * @param warning defined while the dialog should be shown
 */
export function TimeWarning({
  warning,
  ...props
}: TimeProps & { warning: FlowState['timeShort'] | undefined }) {
  const t = useTexts();
  const { extensionsLeft } = props;
  const before = useRef(extensionsLeft);
  const [isExtended, setExtended] = useState(false);
  useEffect(() => {
    setExtended(extensionsLeft < before.current);
    before.current = extensionsLeft;
  }, [extensionsLeft]);
  return (
    <>
      {warning && <TimeDialog {...props} endsAtMs={warning.endsAtMs} />}
      <Announcer text={isExtended && !warning ? t('time.extended') : ''} />
    </>
  );
}

function TimeDialog({ endsAtMs, extensionsLeft, site, ...rest }: TimeProps & { endsAtMs: number }) {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const left = useSecondsLeft(endsAtMs);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closing the dialog returns focus to where it was; merely unmounting the dialog would lose
    // focus.
    return () => shown?.close();
  }, []);
  const canExtend = extensionsLeft > 0;
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="time-title"
      aria-describedby="time-text"
      onClose={() => dialog.current && rest.onClose()}
    >
      <h2 id="time-title" class="dialog-title">
        {t('time.title')}
      </h2>
      <p class="dialog-clock" role="timer">
        {t('time.left', { time: formatClock(t.locale, left) })}
      </p>
      <p id="time-text">{canExtend ? t('time.text') : t('time.text_last', { site })}</p>
      <div class="actions">
        {canExtend && (
          <Button isBusy={rest.isBusy} onPress={rest.onExtend}>
            {t('time.extend')}
          </Button>
        )}
        <Button look={canExtend ? 'soft' : 'main'} onPress={() => dialog.current?.close()}>
          {t('time.go_on')}
        </Button>
      </div>
    </dialog>
  );
}
