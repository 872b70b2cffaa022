// Opens the command palette with its button, with Ctrl+K or with Command+K.
import { useEffect, useState } from 'react';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/**
 * @returns whether the palette is open, and a function that opens or closes it; the hook itself
 *   handles the shortcut
 */
export function usePaletteOpen() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      // The shortcut does nothing while a dialog is open, because the dialog has to be answered
      // first.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) setOpen(true);
    };
    globalThis.addEventListener('keydown', open);
    return () => globalThis.removeEventListener('keydown', open);
  }, []);
  return [isOpen, setOpen] as const;
}

export function PaletteButton({ onPress }: { onPress: () => void }) {
  const t = useTexts();
  return (
    <Button onPress={onPress} aria-keyshortcuts="Control+K Meta+K">
      <Icon name="search" />
      {t('palette.open')}
      <kbd className="keys" aria-hidden="true" dir="ltr">
        {IS_APPLE ? '⌘K' : 'Ctrl K'}
      </kbd>
    </Button>
  );
}

const IS_APPLE = /mac|iphone|ipad/i.test(navigator.platform);
