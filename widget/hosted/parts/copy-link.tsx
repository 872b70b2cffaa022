// A link to copy: by a press where pages may use the clipboard, by hand where they may not.
import { useRef, useState } from 'preact/hooks';
import { Announcer } from './announcer.tsx';
import { Button } from './button.tsx';

interface CopyLinkProps {
  url: string;
  /** Of the field that shows it. */
  label: string;
  /** Of the button, before the press and after it. */
  copy: string;
  copied: string;
}

export function CopyLink({ url, label, copy: before, copied }: CopyLinkProps) {
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
        {isCopied ? copied : before}
      </Button>
      <Announcer text={isCopied ? copied : ''} />
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
