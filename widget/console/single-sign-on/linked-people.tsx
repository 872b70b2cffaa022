import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { OwnList } from '../ui/list.tsx';
import { Moment } from '../ui/moment.tsx';
import { ErrorNote } from '../ui/note.tsx';
import { useAction } from '../ui/use-action.ts';

interface LinkedPerson {
  id: string | number;
  name: string;
  email: string;
  last_used_at: string;
}

interface Props<T extends LinkedPerson> {
  load: ComponentProps<typeof OwnList<T>>['load'];
  /** Removes a person's link to the provider; their next sign-in creates it again. */
  unlink: (person: T) => Promise<unknown>;
}

const LINKS = ['sso-links'];

/** The people whose accounts are linked to a subject at the provider. */
export function LinkedPeople<T extends LinkedPerson>({ load, unlink }: Props<T>) {
  const t = useTexts();
  return (
    <OwnList
      title={t('sso.links')}
      none={t('sso.links_none')}
      queryKey={LINKS}
      load={load}
      keyOf={({ id }) => id}
    >
      {(person) => (
        <>
          <span className="row-text">
            <strong>{person.name}</strong>
            <span className="table-note">
              <bdi>{person.email}</bdi> · {t('sso.last_used')} <Moment at={person.last_used_at} />
            </span>
          </span>
          <Unlink name={person.name} onUnlink={() => unlink(person)} />
        </>
      )}
    </OwnList>
  );
}

function Unlink({ name, onUnlink }: { name: string; onUnlink: () => Promise<unknown> }) {
  const t = useTexts();
  const answers = useQueryClient();
  const unlink = useAction(async () => {
    await onUnlink();
    await answers.invalidateQueries({ queryKey: LINKS });
  });
  return (
    <>
      <Button
        look="plain"
        aria-label={t('sso.unlink_named', { name })}
        isPending={unlink.isRunning}
        onPress={unlink.run}
      >
        {t('sso.unlink')}
      </Button>
      {unlink.error !== undefined && <ErrorNote error={unlink.error} />}
    </>
  );
}
