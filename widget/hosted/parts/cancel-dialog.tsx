// Cancel, with a question before it: the end of a session cannot be undone.
import { useRef } from 'preact/hooks';
import { useTexts } from '../i18n/context.ts';
import { Button } from './button.tsx';

interface CancelProps {
  site: string;
  isBusy: boolean;
  onCancel: () => void;
}

export function CancelControl({ site, isBusy, onCancel }: CancelProps) {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  const stop = () => {
    close();
    onCancel();
  };
  return (
    <>
      <Button look="plain" onPress={() => dialog.current?.showModal()}>
        {t('cancel')}
      </Button>
      <dialog
        ref={dialog}
        class="dialog"
        aria-labelledby="cancel-title"
        aria-describedby="cancel-text"
      >
        <h2 id="cancel-title" class="dialog-title">
          {t('cancel_dialog.title')}
        </h2>
        <p id="cancel-text">{t('cancel_dialog.text', { site })}</p>
        <div class="actions">
          <Button onPress={close}>{t('cancel_dialog.keep')}</Button>
          <Button look="soft" isBusy={isBusy} onPress={stop}>
            {t('cancel_dialog.stop')}
          </Button>
        </div>
      </dialog>
    </>
  );
}
