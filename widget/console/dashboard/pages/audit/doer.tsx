import { useTexts } from '../../../texts/context.ts';
import { useMembers } from '../../queries.ts';

interface Props {
  /** Null: nobody was signed in, or it was the service, one of its operators, or the customer's directory. */
  id: string | null;
  by?: 'scim' | undefined;
}

/** Who did it. */
export function Doer({ id, by }: Props) {
  const t = useTexts();
  const members = useMembers();
  if (by === 'scim') return <>{t('audit.by_scim')}</>;
  if (id === null) return <>{t('audit.nobody')}</>;
  const name = members.data?.rows.find((member) => member.id === id)?.name;
  return name === undefined ? <bdi className="code">{id}</bdi> : <bdi>{name}</bdi>;
}
