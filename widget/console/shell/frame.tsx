// The frame of a console: navigation next to the page, or behind a button on a phone; the signed-in
// member; and a notice when the browser is offline.
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Link } from 'wouter';
import { useConsole, useUser } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ErrorNote, News } from '../ui/note.tsx';
import { useAction } from '../ui/use-action.ts';
import { useConsoleTitle } from './console-title.ts';
import { LanguageChoice, ThemeChoice } from './choices.tsx';
import type { Commands } from './commands.ts';
import { Navigation, type NavGroup } from './navigation.tsx';
import { PaletteButton, usePaletteOpen } from './palette-opener.tsx';
import { useOnline } from './use-online.ts';

const Palette = lazy(async () => {
  const { Palette: loaded } = await import('./palette.tsx');
  return { default: loaded };
});

interface Props {
  groups: readonly NavGroup[];
  /** The switch between live and test data, above the navigation. */
  head?: ReactNode;
  /** Commands for the palette in addition to the pages. */
  commands: Commands;
  /** Content above every page. */
  banner?: ReactNode;
  children: ReactNode;
}

export function Frame({ groups, head, commands, banner, children }: Props) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = usePaletteOpen();
  const isOnline = useOnline();
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t('shell.skip')}
      </a>
      <header className="bar">
        <Brand />
        <Button look="plain" square aria-label={t('shell.menu')} onPress={() => setOpen(true)}>
          <Icon name="menu" />
        </Button>
      </header>
      <aside className="side" aria-label={t('shell.side')}>
        <Brand />
        {head}
        <PaletteButton onPress={() => setPaletteOpen(true)} />
        <Navigation groups={groups} />
        <Person />
      </aside>
      <Drawer isOpen={isOpen} onOpenChange={setOpen}>
        {head}
        <PaletteButton
          onPress={() => {
            setOpen(false);
            setPaletteOpen(true);
          }}
        />
        <Navigation groups={groups} onGo={() => setOpen(false)} />
        <Person onGo={() => setOpen(false)} />
      </Drawer>
      {isPaletteOpen && (
        <Suspense>
          <Palette groups={groups} commands={commands} onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
      <div className="main">
        {!isOnline && <News tone="warn">{t('shell.offline')}</News>}
        {banner}
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

interface DrawerProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}

/** The navigation on a phone, over the page. */
function Drawer({ isOpen, onOpenChange, children }: DrawerProps) {
  const t = useTexts();
  const close = () => onOpenChange(false);
  return (
    <ModalOverlay className="veil" isOpen={isOpen} onOpenChange={onOpenChange} isDismissable>
      <Modal className="drawer">
        <Dialog className="drawer-inside" aria-label={t('shell.menu')}>
          <div className="drawer-head">
            <Brand />
            <Button look="plain" square aria-label={t('shell.close')} onPress={close}>
              <Icon name="close" />
            </Button>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Brand() {
  const title = useConsoleTitle();
  return (
    <span className="brand">
      <img src="/favicon.svg" alt="" width="24" height="24" />
      {title}
    </span>
  );
}

/** The signed-in member, and the preferences of this browser. */
function Person({ onGo }: { onGo?: () => void }) {
  const t = useTexts();
  const { keeper } = useConsole();
  const user = useUser();
  const signOut = useAction(() => keeper.signOut());
  return (
    <div className="person">
      <p className="person-name">
        <strong title={user.name}>{user.name}</strong>
        <bdi title={user.email}>{user.email}</bdi>
      </p>
      <div className="person-choices">
        <LanguageChoice />
        <ThemeChoice />
      </div>
      {signOut.error !== undefined && <ErrorNote error={signOut.error} />}
      <Link href="/security" {...(onGo && { onClick: onGo })}>
        {t('security.title')}
      </Link>
      <Button isPending={signOut.isRunning} onPress={signOut.run}>
        <Icon name="out" />
        {t('shell.sign_out')}
      </Button>
    </div>
  );
}
