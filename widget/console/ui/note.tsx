// Messages on a page: notes, errors with suggested actions, and empty states.
import type { ReactNode } from 'react';
import { CallError } from '../api/call-error.ts';
import { useTexts } from '../texts/context.ts';
import { Button, ButtonLink } from './button.tsx';
import { describeError, nameError, serverMessagesOf, type ErrorTexts } from './describe-error.ts';
import { Icon, type ConsoleIconName } from './icon.tsx';

type Tone = 'info' | 'good' | 'warn' | 'bad';

const ICONS: Record<Tone, ConsoleIconName> = {
  info: 'info',
  good: 'check',
  warn: 'alert',
  bad: 'alert',
};

interface NoteProps {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  /** Whether screen readers announce the note when it appears. */
  isNews?: boolean;
}

export function Note({ tone = 'info', title, children, isNews = false }: NoteProps) {
  return (
    <div className={`note ${tone}`} {...(isNews && { role: tone === 'bad' ? 'alert' : 'status' })}>
      <Icon name={ICONS[tone]} />
      <div>
        {title !== undefined && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}

/** One sentence that screen readers announce when it appears. */
export const News = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Note tone={tone} isNews>
    <p>{children}</p>
  </Note>
);

interface ErrorProps extends ErrorTexts {
  error: unknown;
  /** Repeats the request. */
  onRetry?: () => void;
}

export function ErrorNote({ error, onRetry, ...here }: ErrorProps) {
  const t = useTexts();
  const said = serverMessagesOf(error);
  return (
    <Note tone="bad" title={nameError(error, t)} isNews>
      <p>{describeError(error, t, here)}</p>
      {said.length > 0 && (
        <div className="small muted">
          {t('error.said')}
          <ul lang="en" dir="ltr">
            {said.map((sentence) => (
              <li key={sentence} className="break">
                {sentence}
              </li>
            ))}
          </ul>
        </div>
      )}
      {error instanceof CallError && error.requestId !== undefined && (
        <p className="small muted">
          {t('error.request')} <code dir="ltr">{error.requestId}</code>
        </p>
      )}
      {error instanceof CallError && error.code === 'SECOND_FACTOR_REQUIRED' && (
        <ButtonLink href="/security">{t('security.link')}</ButtonLink>
      )}
      {onRetry && !isForbidden(error) && (
        <Button look="soft" onPress={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </Note>
  );
}

/** Whether the request was forbidden, in which case repeating it would fail again. */
const isForbidden = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'FORBIDDEN';

interface EmptyProps {
  icon: ConsoleIconName;
  title: string;
  text: string;
  /** Controls with which the reader can change the empty state. */
  children?: ReactNode;
}

/** Explains why there is no content here yet, and what will appear. */
export function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} />
      </span>
      <p className="empty-title">{title}</p>
      <p>{text}</p>
      {children}
    </div>
  );
}

/**
 * A placeholder in the shape of the content.
 * @param lines the number of lines
 */
export function Waiting({ lines = 3 }: { lines?: number }) {
  const t = useTexts();
  return (
    <div className="waiting" role="status">
      <span className="hidden">{t('shell.loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="waiting-line" aria-hidden="true" />
      ))}
    </div>
  );
}
