import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Copied } from '../../../ui/copied.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Note } from '../../../ui/note.tsx';

/** A key, the one time that there is something to see: only its button closes this. */
export function ShownOnce({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog title={t('keys.made')} isOpen isFirm onClose={onClose}>
      <Note tone="warn">
        <p>{t('keys.made_text')}</p>
      </Note>
      <Copied text={text} label={t('keys.key')} />
      <div className="dialog-foot">
        <Button look="primary" onPress={onClose}>
          {t('keys.stored')}
        </Button>
      </div>
    </Dialog>
  );
}
