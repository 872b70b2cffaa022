import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { Copied } from '../ui/copied.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Note } from '../ui/note.tsx';

interface Props {
  /**
   * The kind of secret: an API key, a webhook secret, a client secret, a link to retake a check, or
   * a directory token.
   */
  what: 'keys' | 'webhooks' | 'clients' | 'retake' | 'directory';
  text: string;
  onClose: () => void;
}

/** Shows a secret that cannot be shown again, so the dialog closes only with its own button. */
export function ShownOnce({ what, text, onClose }: Props) {
  const t = useTexts();
  return (
    <Dialog title={t(`${what}.made`)} isOpen isFirm onClose={onClose}>
      <Note tone="warn">
        <p>{t(`${what}.made_text`)}</p>
      </Note>
      <Copied text={text} label={t(`${what}.secret_label`)} />
      <div className="dialog-foot">
        <Button look="primary" onPress={onClose}>
          {t(`${what}.stored`)}
        </Button>
      </div>
    </Dialog>
  );
}
