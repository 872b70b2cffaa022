import type { ReactNode } from 'react';

interface Props {
  title?: string;
  /** Content next to the title. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A part of a page with its own heading. */
export function Card({ title, aside, children, className = '' }: Props) {
  return (
    <section className={`card ${className}`}>
      {title !== undefined && (
        <header className="card-head">
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

interface FigureProps {
  label: string;
  value: string;
  hint?: string;
}

/** One figure, such as a count, a share or an amount, with its label. */
export function Figure({ label, value, hint }: FigureProps) {
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd>
        {value}
        {hint !== undefined && <span className="figure-hint">{hint}</span>}
      </dd>
    </div>
  );
}

export type BadgeTone = 'plain' | 'good' | 'bad' | 'warn' | 'info';

/** A state in one word. The colour conveys nothing beyond that word. */
export const Badge = ({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) => (
  <span className={`badge ${tone}`}>{children}</span>
);
