// What a page says beside its content: notes, errors with what to do, and what is not there yet.
import type { ReactNode } from 'react';
import { CallError } from '../api/call-error.ts';
import { useTexts } from '../texts/context.ts';
import type { Texts } from '../texts/languages.ts';
import { Button, ButtonLink } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

type Tone = 'info' | 'good' | 'warn' | 'bad';

const ICONS: Record<Tone, IconName> = { info: 'info', good: 'check', warn: 'alert', bad: 'alert' };

interface NoteProps {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  /** Read out when it appears. */
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

interface ErrorProps {
  error: unknown;
  /** Asks again. */
  onRetry?: () => void;
  /** What a conflict (409) means here. */
  conflict?: string;
}

export function ErrorNote({ error, onRetry, conflict }: ErrorProps) {
  const t = useTexts();
  return (
    <Note tone="bad" title={titleOf(error, t)} isNews>
      <p>
        {conflict !== undefined && error instanceof CallError && error.status === 409
          ? conflict
          : describeError(error, t)}
      </p>
      {error instanceof CallError && error.requestId !== undefined && (
        <p className="small muted">
          {t('error.request')} <code dir="ltr">{error.requestId}</code>
        </p>
      )}
      {error instanceof CallError && error.code === 'SECOND_FACTOR_REQUIRED' && (
        <ButtonLink href="/security">{t('security.link')}</ButtonLink>
      )}
      {onRetry && (
        <Button look="soft" onPress={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </Note>
  );
}

const titleOf = (error: unknown, t: Texts): string => {
  if (!(error instanceof CallError)) return t('error.broken');
  if (error.code === 'OFFLINE') return t('error.offline');
  if (error.status === 403) return t('error.forbidden');
  if (error.status === 404) return t('error.missing');
  return error.status >= 500 ? t('error.broken') : t('error.refused');
};

/** One sentence for a person: ours where there is one, else the server's. */
export function describeError(error: unknown, t: Texts): string {
  if (!(error instanceof CallError)) return t('error.broken_text');
  if (error.code === 'OFFLINE') return t('error.offline_text');
  if (error.code === 'EMAIL_NOT_VERIFIED') return t('error.unconfirmed');
  if (error.code === 'TENANT_SUSPENDED') return t('signin.suspended');
  if (error.code === 'SECOND_FACTOR_REQUIRED') return t('error.second_factor');
  if (error.code === 'FRESH_SIGN_IN_REQUIRED') return t('error.fresh');
  if (error.status === 429)
    return t('error.busy', { count: Math.ceil((error.retryAfterSeconds ?? 60) / 60) });
  if (error.status >= 500) return t('error.broken_text');
  if (error.status === 403) return t('error.forbidden_text');
  return error.message;
}

interface EmptyProps {
  icon: IconName;
  title: string;
  text: string;
  /** What to do about it. */
  children?: ReactNode;
}

/** Says why nothing is here, and what will be. */
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

/** In the shape of what will be there. @param lines how many */
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
