import type { ReactNode } from 'react';

interface Fact {
  label: string;
  value: ReactNode;
}

/**
 * The facts about one item, each as a label and a value.
 * @param facts `false` and undefined are left out
 */
export const Facts = ({ facts }: { facts: readonly (Fact | false | undefined)[] }) => (
  <dl className="facts">
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ),
    )}
  </dl>
);
