import { useTexts } from '../../../texts/context.ts';
import { useMembers } from '../../queries.ts';

interface Props {
  /**
   * The member's id; null when nobody was signed in, or when the actor was the service, an
   * operator, or the customer's directory.
   */
  id: string | null;
  by?: 'scim' | undefined;
}

/** The actor of an audit entry. */
export function Actor({ id, by }: Props) {
  const t = useTexts();
  const members = useMembers();
  if (by === 'scim') return <>{t('audit.by_scim')}</>;
  if (id === null) return <>{t('audit.nobody')}</>;
  const name = members.data?.rows.find((member) => member.id === id)?.name;
  return name === undefined ? <bdi className="code">{id}</bdi> : <bdi>{name}</bdi>;
}
