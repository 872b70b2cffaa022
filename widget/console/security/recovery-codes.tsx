import { useState } from 'react';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copied.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Note } from '../ui/note.tsx';

/**
 * The recovery codes, shown once: only the button that confirms they were saved closes the dialog.
 */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTexts();
  const [isKept, setKept] = useState(false);
  return (
    <Dialog title={t('factor.codes_title')} isOpen isFirm onClose={onClose}>
      <Note tone="warn">
        <p>{t('factor.codes_text')}</p>
      </Note>
      <ul className="codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div>
        <CopyButton text={codes.join('\n')} label={t('factor.codes_title')} />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={isKept}
          onChange={({ target }) => setKept(target.checked)}
        />
        {t('factor.codes_kept')}
      </label>
      <div className="dialog-foot">
        <Button look="primary" isDisabled={!isKept} onPress={onClose}>
          {t('factor.done')}
        </Button>
      </div>
    </Dialog>
  );
}
