// Opens the command palette: by its button, or with Ctrl or Command and K.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Commands } from './commands.ts';
import type { NavGroup } from './navigation.tsx';

const Palette = lazy(async () => {
  const { Palette: loaded } = await import('./palette.tsx');
  return { default: loaded };
});

interface Props {
  groups: readonly NavGroup[];
  commands: Commands;
}

export function PaletteOpener({ groups, commands }: Props) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      // What a dialog asks is answered first.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) setOpen(true);
    };
    globalThis.addEventListener('keydown', open);
    return () => globalThis.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <Button onPress={() => setOpen(true)} aria-keyshortcuts="Control+K Meta+K">
        <Icon name="search" />
        {t('palette.open')}
        <kbd className="keys" aria-hidden="true" dir="ltr">
          {IS_APPLE ? '⌘K' : 'Ctrl K'}
        </kbd>
      </Button>
      {isOpen && (
        <Suspense>
          <Palette groups={groups} commands={commands} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const IS_APPLE = /mac|iphone|ipad/i.test(navigator.platform);
