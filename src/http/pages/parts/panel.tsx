// A section of a wide page, with an icon and a heading.
import type { Child } from 'hono/jsx';
import type { PageIconName } from './icon-paths.ts';
import { Icon } from './icon.tsx';

export function Panel({
  icon,
  title,
  children,
}: {
  icon: PageIconName;
  title: string;
  children: Child;
}) {
  return (
    <section class="panel">
      <div class="panel-head">
        <Icon name={icon} />
        <h2>{title}</h2>
      </div>
      {children}
    </section>
  );
}
