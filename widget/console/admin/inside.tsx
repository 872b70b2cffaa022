// The operators' console for whoever is signed in.
import { lazy } from 'react';
import { Frame } from '../shell/frame.tsx';
import { Answers, Pages, type PageRoute } from '../shell/inside.tsx';
import type { NavGroup } from '../shell/navigation.tsx';

const ROUTES: readonly PageRoute[] = [
  { path: '/', page: lazy(async () => import('./pages/today.tsx')) },
];

const NAVIGATION: readonly NavGroup[] = [
  { items: [{ href: '/', icon: 'home', label: 'nav.today' }] },
];

export default function Inside() {
  return (
    <Answers>
      <Frame groups={NAVIGATION}>
        <Pages routes={ROUTES} />
      </Frame>
    </Answers>
  );
}
