// The command palette, a search across a console's pages, its own commands, and the preferences of
// this browser. It is loaded when it is first opened.
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Input, SearchField } from 'react-aria-components/SearchField';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { applyTheme, THEMES } from '../browser/theme.ts';
import { useConsole } from '../session/context.ts';
import { useLanguage } from '../texts/context.ts';
import { LANGUAGES, type ConsoleLanguage } from '../texts/languages.ts';
import { Icon } from '../ui/icon.tsx';
import type { Command, CommandGroup, Commands } from './commands.ts';
import type { NavGroup } from './navigation.tsx';

interface Props {
  groups: readonly NavGroup[];
  commands: Commands;
  onClose: () => void;
}

export function Palette({ groups, commands, onClose }: Props) {
  const { t } = useLanguage();
  const [typed, setTyped] = useState('');
  const { contains } = useFilter({ sensitivity: 'base' });
  const own = useOwnCommands(groups);
  const found = commands(typed.trim());
  const all = [
    ...(found.length > 0 ? [{ title: t('palette.actions'), commands: found }] : []),
    ...own,
  ];
  const run = (key: string | number) => {
    onClose();
    all
      .flatMap((group) => group.commands)
      .find(({ id }) => id === key)
      ?.run();
  };
  return (
    <ModalOverlay
      className="veil top"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="dialog palette">
        <Dialog className="palette-inside" aria-label={t('palette.title')}>
          <Autocomplete inputValue={typed} onInputChange={setTyped} filter={contains}>
            <SearchField className="palette-field" aria-label={t('palette.title')} autoFocus>
              <Icon name="search" />
              <Input placeholder={t('palette.hint')} />
            </SearchField>
            <Menu
              className="palette-list"
              aria-label={t('palette.title')}
              onAction={run}
              renderEmptyState={() => <p className="muted palette-none">{t('palette.none')}</p>}
            >
              {all.map((group) => (
                <Group key={group.title} group={group} />
              ))}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

const Group = ({ group: { title, commands } }: { group: CommandGroup }) => (
  <MenuSection id={title}>
    <Header className="nav-title">{title}</Header>
    {commands.map(({ id, icon, label }) => (
      <MenuItem key={id} id={id} textValue={label} className="palette-item">
        <Icon name={icon} />
        {label}
      </MenuItem>
    ))}
  </MenuSection>
);

function useOwnCommands(groups: readonly NavGroup[]): CommandGroup[] {
  const { t, choose } = useLanguage();
  const { keeper } = useConsole();
  const [, navigate] = useLocation();
  const pages = groups.flatMap(({ items }) => items);
  const goTo = (href: string) => () => navigate(href);
  const themes = THEMES.map((theme): Command => ({
    id: `theme-${theme}`,
    icon: 'eye',
    label: `${t('shell.theme')}: ${t(`shell.theme_${theme}`)}`,
    run: () => applyTheme(theme),
  }));
  const languages = Object.entries(LANGUAGES).map(([code, { name }]): Command => ({
    id: `language-${code}`,
    icon: 'document',
    label: `${t('shell.language')}: ${name}`,
    run: () => choose(code as ConsoleLanguage),
  }));
  return [
    {
      title: t('shell.pages'),
      commands: [
        ...pages.map(({ href, icon, label }): Command => ({
          id: href,
          icon,
          label: t(label),
          run: goTo(href),
        })),
        { id: '/security', icon: 'key', label: t('security.link'), run: goTo('/security') },
      ],
    },
    {
      title: t('palette.this_browser'),
      commands: [
        ...themes,
        ...languages,
        {
          id: 'sign-out',
          icon: 'out',
          label: t('shell.sign_out'),
          // If signing out fails, the member is still signed in and can use the sign-out button,
          // which shows the error.
          run: () => void keeper.signOut().catch(() => undefined),
        },
      ],
    },
  ];
}
