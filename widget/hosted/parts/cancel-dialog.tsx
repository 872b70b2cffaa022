// The cancel button, with a confirmation dialog, because the end of a session cannot be undone.
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../i18n/context.ts';
import { Button } from './button.tsx';

interface CancelProps {
  site: string;
  isBusy: boolean;
  /**
   * Called with true when the dialog opens, and with false once it is closed and no cancellation is
   * being sent. The check pauses in between.
   */
  onHold: (on: boolean) => void;
  onCancel: () => Promise<void>;
}

export function CancelControl({ site, isBusy, onHold, onCancel }: CancelProps) {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const isStopping = useRef(false);
  useEffect(() => () => onHold(false), []);
  const ask = () => {
    dialog.current?.showModal();
    onHold(true);
  };
  const close = () => dialog.current?.close();
  const stop = async () => {
    isStopping.current = true;
    close();
    await onCancel();
    isStopping.current = false;
    onHold(false);
  };
  return (
    <>
      <Button look="plain" onPress={ask}>
        {t('cancel')}
      </Button>
      <dialog
        ref={dialog}
        class="dialog"
        aria-labelledby="cancel-title"
        aria-describedby="cancel-text"
        onClose={() => onHold(isStopping.current)}
      >
        <h2 id="cancel-title" class="dialog-title">
          {t('cancel_dialog.title')}
        </h2>
        <p id="cancel-text">{t('cancel_dialog.text', { site })}</p>
        <div class="actions">
          <Button onPress={close}>{t('cancel_dialog.keep')}</Button>
          <Button look="soft" isBusy={isBusy} onPress={() => void stop()}>
            {t('cancel_dialog.stop')}
          </Button>
        </div>
      </dialog>
    </>
  );
}
