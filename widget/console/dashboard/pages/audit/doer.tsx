import { useTexts } from '../../../texts/context.ts';
import { useMembers } from '../../queries.ts';

/** Who did it. @param id null: nobody was signed in, or it was the service or one of its operators */
export function Doer({ id }: { id: string | null }) {
  const t = useTexts();
  const members = useMembers();
  if (id === null) return <>{t('audit.nobody')}</>;
  const name = members.data?.rows.find((member) => member.id === id)?.name;
  return name === undefined ? <bdi className="code">{id}</bdi> : <bdi>{name}</bdi>;
}
