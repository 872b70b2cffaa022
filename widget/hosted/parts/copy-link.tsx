// A link to copy: by a press where pages may use the clipboard, by hand where they may not.
import { useRef, useState } from 'preact/hooks';
import { useTexts } from '../i18n/context.ts';
import { Announcer } from './announcer.tsx';
import { Button } from './button.tsx';

/** @param label of the field that shows it */
export function CopyLink({ url, label }: { url: string; label: string }) {
  const t = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // Selected as well: where pages cannot use the clipboard, the keyboard or the menu of the selection still copies.
    field.current?.select();
    setCopied(await write(url));
  };
  return (
    <div class="copy">
      <label class="copy-label">
        <span>{label}</span>
        <input ref={field} class="copy-field" type="text" dir="ltr" readOnly value={url} />
      </label>
      <Button look="soft" onPress={() => void copy()}>
        {t(isCopied ? 'handoff.copied' : 'handoff.copy')}
      </Button>
      <Announcer text={isCopied ? t('handoff.copied') : ''} />
    </div>
  );
}

/** @returns whether the clipboard has it; old and in-app browsers have none */
async function write(text: string): Promise<boolean> {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard === undefined) return false;
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
