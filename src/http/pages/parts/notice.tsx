// Alerts about the result of the last step, and the content of pages that consist only of a notice.
import type { Child } from 'hono/jsx';
import type { PageIconName } from './icon-paths.ts';
import { Icon } from './icon.tsx';

type Tone = 'plain' | 'good' | 'bad' | 'warn';

const ICONS = { plain: 'bell', good: 'check', bad: 'alert', warn: 'alert' } as const;

/**
 * An alert, which screen readers announce immediately. An error also receives the focus, so that it
 * is not missed.
 */
export function Alert({ tone, children }: { tone: Tone; children: Child }) {
  const isFault = tone === 'bad';
  return (
    <div
      class="alert"
      data-tone={tone}
      role={isFault ? 'alert' : 'status'}
      tabindex={isFault ? -1 : undefined}
      autofocus={isFault}
    >
      <Icon name={ICONS[tone]} />
      <div>{children}</div>
    </div>
  );
}

/** The content of a card: a message, and a link to the next page. */
export function Notice({
  icon,
  tone = 'plain',
  title,
  children,
}: {
  icon: PageIconName;
  tone?: Tone;
  title: string;
  children: Child;
}) {
  return (
    <main class="card" id="content" tabindex={-1}>
      <section class="notice" data-tone={tone} data-layout="centred">
        <div class="badge">
          <Icon name={icon} />
        </div>
        <h1 class="title">{title}</h1>
        {children}
      </section>
    </main>
  );
}
