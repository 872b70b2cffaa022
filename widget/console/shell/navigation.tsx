import { Link, useLocation } from 'wouter';
import { useTexts } from '../texts/context.ts';
import type { ConsoleTextKey } from '../texts/text-key.ts';
import { Icon, type ConsoleIconName } from '../ui/icon.tsx';

interface NavItem {
  /** The path below the console, such as `/sessions`. */
  href: string;
  icon: ConsoleIconName;
  label: ConsoleTextKey;
}

export interface NavGroup {
  title?: ConsoleTextKey;
  items: readonly NavItem[];
}

interface Props {
  groups: readonly NavGroup[];
  onGo?: () => void;
}

/** Links to the pages that the role may see. */
export function Navigation({ groups, onGo }: Props) {
  const t = useTexts();
  const [location] = useLocation();
  return (
    <nav className="nav" aria-label={t('shell.pages')}>
      {groups.map(({ title, items }) => (
        <div key={title ?? ''} className="nav-group">
          {title !== undefined && <p className="nav-title">{t(title)}</p>}
          <ul>
            {items.map(({ href, icon, label }) => (
              <li key={href}>
                <Link
                  href={href}
                  className="nav-link"
                  aria-current={isBelow(location, href) ? 'page' : undefined}
                  {...(onGo && { onClick: onGo })}
                >
                  <Icon name={icon} />
                  {t(label)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const isBelow = (location: string, href: string): boolean =>
  href === '/' ? location === '/' : location === href || location.startsWith(`${href}/`);
