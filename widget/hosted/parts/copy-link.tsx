// A link to copy. The button selects the link and copies it if pages may use the clipboard;
// otherwise the visitor can copy the selected link manually.
import { useRef, useState } from 'preact/hooks';
import { Announcer } from './announcer.tsx';
import { Button } from './button.tsx';

interface CopyLinkProps {
  url: string;
  /** The label of the field that shows the link. */
  label: string;
  /** The label of the button, before and after the press. */
  copy: string;
  copied: string;
}

export function CopyLink({ url, label, copy: before, copied }: CopyLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // The text is also selected, so that the visitor can copy it with the keyboard or the
    // selection's menu when pages cannot use the clipboard.
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

/**
 * @returns whether the text was copied to the clipboard; old browsers and in-app browsers have no
 *   clipboard
 */
async function write(text: string): Promise<boolean> {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard === undefined) return false;
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
